"""What is compiled: the kernels, and in a wheel the judge of chains. All else is in pyproject.toml.

Every ext/_NAME.pyx is a kernel; they need numpy's headers. What reads and judges chains is plain Python, of
which mypyc makes C for a wheel (`pip install .`): the verdicts are the same, in two thirds of the time.
`pip install --editable .` goes without, so that an edit needs no build, and so does GROUNDPATH_COMPILE=0.
Where a part cannot be compiled, the wheel is made without it.
"""

import os
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copy, copytree, ignore_patterns, rmtree

import numpy
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILE = "bdist_wheel" in sys.argv and os.environ.get("GROUNDPATH_COMPILE") != "0"
CORES = os.cpu_count() or 1
TYPED = Path("build", "typed")
VECTORS = ["-O3"] if os.name == "posix" else []  # Debian asks for 2: loops of one number at a time
DIRECT_CALLS = ["-fvisibility=hidden"]  # functions of the judge call each other without a table
SHARED = "groundpath__mypyc"  # what holds the code; the extension of each module only points into it
ROOMS = ("engine/reading/*.py", "engine/audit/path/*.py")
OF_AUDIT = ("citing", "coherence", "judging", "layout", "records", "steps")
OTHERS = ("engine/names.py", "engine/text/sentences.py", "ext/words.py")
LEFT = (
    # mypyc reckons a cached_property anew at each use, and knows no memoryview;
    *("path/asked.py", "__init__.py"),
    # what a user holds can be pickled and subclassed, and has its help.
    *("path/calibration.py", "path/fitting.py", "path/labels.py"),
)


class Build(build_ext):
    """Compiles what mypyc made on all cores, and leaves none of it half built."""

    def build_extension(self, extension: Extension) -> None:
        if extension.name == SHARED:
            with ThreadPoolExecutor(CORES) as pool:
                parts = list(pool.map(lambda source: self._object(source, extension), extension.sources))
            extension.sources = []
            extension.extra_objects = [object for part in parts for object in part]
        super().build_extension(extension)

    def _object(self, source: str, extension: Extension) -> list[str]:
        return self.compiler.compile(
            [source],
            output_dir=self.build_temp,
            include_dirs=extension.include_dirs,
            extra_postargs=extension.extra_compile_args,
        )

    def run(self) -> None:
        super().run()
        if not Path(self.get_ext_fullpath(SHARED)).exists():
            for extension in self.extensions:
                if not extension.name.startswith("groundpath.ext._"):
                    Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)


def kernels() -> Iterator[Extension]:
    for kernel in sorted(Path("ext").glob("_*.pyx")):
        yield Extension(
            f"groundpath.ext.{kernel.stem}",
            [str(kernel)],
            include_dirs=[numpy.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
            extra_compile_args=VECTORS,
            optional=True,
        )


def judge() -> Iterator[Extension]:
    from mypyc.build import mypycify

    # mypy reads a module's name off its folders, and this one may have any.
    rmtree(TYPED, ignore_errors=True)
    for folder in ("cypher", "engine", "ext", "loaders", "prompts"):
        copytree(folder, TYPED / "groundpath" / folder, ignore=ignore_patterns("*.so"))
    copy("__init__.py", TYPED / "groundpath")
    os.environ["MYPYPATH"] = str(TYPED)
    options = ["--config-file=", "--ignore-missing-imports", "--explicit-package-bases"]
    try:
        made = mypycify(
            [*options, *sorted(sources())],
            opt_level="2",  # 3 takes twice as long to build, and is no faster
            debug_level="0",
            multi_file=True,
            group_name="groundpath",
        )
    except SystemExit as error:
        warnings.warn(f"mypyc cannot compile the judge, which stays as it is: {error}", stacklevel=1)
        return
    for extension in made:
        extension.optional = True
        # A warning that a later compiler thinks of is no reason to go without.
        extension.extra_compile_args = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        if os.name == "posix":
            extension.extra_compile_args += DIRECT_CALLS
        yield extension


def sources() -> Iterator[str]:
    for room in (*ROOMS, *OTHERS, *(f"engine/audit/{name}.py" for name in OF_AUDIT)):
        for file in (TYPED / "groundpath").glob(room):
            if not file.as_posix().endswith(LEFT):
                yield str(file)


if "bdist_wheel" in sys.argv:
    for left in Path("build").glob("lib*"):
        rmtree(left)  # what an earlier build left there would get into this wheel

setup(
    script_name="setup.py",  # this file is then not taken for one of the package, whose folder is this one
    cmdclass={"build_ext": Build},
    options={"build_ext": {"parallel": CORES}},
    ext_modules=[*kernels(), *(judge() if COMPILE else ())],
)
