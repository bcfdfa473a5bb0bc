"""The kernels: every ext/_NAME.pyx is built, and needs numpy's headers. All else is in pyproject.toml."""

from pathlib import Path

import numpy
from setuptools import Extension, setup

setup(
    script_name="setup.py",  # this file is then not taken for one of the package, whose folder is this one
    ext_modules=[
        Extension(
            f"groundpath.ext.{kernel.stem}",
            [str(kernel)],
            include_dirs=[numpy.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
            optional=True,
        )
        for kernel in sorted(Path("ext").glob("_*.pyx"))
    ],
)
