# Arrays of numpy, read in place: to make a typed memoryview of each takes longer than these kernels need for what
# is in them.

cimport numpy as cnp

cnp.import_array()


cdef inline bint holds(cnp.ndarray array, char kind, int size, int dimensions) noexcept:
    """Whether an array has numbers of a kind, as numpy names it, and a size, in one block."""
    return (
        array is not None
        and cnp.PyArray_NDIM(array) == dimensions
        and (<cnp.dtype> cnp.PyArray_DESCR(array)).kind == kind
        and cnp.PyArray_ITEMSIZE(array) == size
        and cnp.PyArray_ISCARRAY_RO(array)
    )
