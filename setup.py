"""What is compiled: the kernels. All else is in pyproject.toml.

Every ext/_NAME.pyx is a kernel; they need numpy's headers. One that cannot be compiled is
left out, and its Python reference does the work.
"""

import os
import sys
from pathlib import Path
from shutil import rmtree

import numpy
from setuptools import Extension, setup

CORES = os.cpu_count() or 1
VECTORS = ["-O3"] if os.name == "posix" else []  # Debian asks for 2: loops of one number at a time

if "bdist_wheel" in sys.argv:
    for left in Path("build").glob("lib*"):
        rmtree(left)  # what an earlier build left there would get into this wheel

setup(
    script_name="setup.py",  # this file is then not taken for one of the package, whose folder is this one
    options={"build_ext": {"parallel": CORES}},
    ext_modules=[
        Extension(
            f"groundpath.ext.{kernel.stem}",
            [str(kernel)],
            include_dirs=[numpy.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
            extra_compile_args=VECTORS,
            optional=True,
        )
        for kernel in sorted(Path("ext").glob("_*.pyx"))
    ],
)
