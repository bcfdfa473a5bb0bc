"""A Neo4j server for a benchmark; with APOC, when the peers that need it are installed."""

import atexit
import os
import re
import secrets
import shutil
import subprocess
import sys
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from types import ModuleType

from racing import installed

ROOT = Path(__file__).parents[1]
BENCH = ROOT / ".venv" / "bench"
LOCAL_NEO4J = ROOT / "docker" / "local_neo4j"
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>groundpath</groupId><artifactId>apoc</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>
<dependency><groupId>org.neo4j.procedure</groupId>
<artifactId>apoc-core</artifactId><version>5.26.12</version></dependency>
<dependency><groupId>org.neo4j.procedure</groupId>
<artifactId>apoc-common</artifactId><version>5.26.12</version></dependency>
</dependencies></project>"""
PEERS = ("langchain_neo4j", "neo4j_graphrag")


@cache
def server() -> tuple[str, str] | None:
    """Address and password of a server that is stopped when the process ends; None without Java or Maven.

    One that is there already, and may be emptied, is told by BENCH_NEO4J, its address, and NEO4J_PASSWORD.
    """
    if given := os.environ.get("BENCH_NEO4J"):
        return given, os.environ["NEO4J_PASSWORD"]
    if not shutil.which("java") or not shutil.which("mvn"):
        return None
    home = Path(mkdtemp(prefix="groundpath-bench-"))
    password = secrets.token_urlsafe(16)
    environment = os.environ | {"NEO4J_PASSWORD": password}
    if installed(*PEERS):
        plugins, environment["XDG_CACHE_HOME"] = map(str, _apoc())
        settings = f"dbms.security.procedures.unrestricted=apoc.*\nserver.directories.plugins={plugins}\n"
        (home / "extra.conf").write_text(settings)
    address = re.findall(
        r"bolt://\S+", _local_neo4j("start", home, environment, "--port", "0", "--heap", "1g")
    )
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    atexit.register(_local_neo4j, "stop", home, environment)
    return address[-1], password


def _local_neo4j(verb: str, home: Path, environment: dict[str, str], *options: str) -> str:
    command = [sys.executable, str(LOCAL_NEO4J), verb, "--home", str(home), *options]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def _apoc() -> tuple[Path, Path]:
    """A folder with APOC's jars, fetched once; and a cache in which they stand beside the server's own.

    The server looks for procedures in the one, and its classes must be able to find them in the other.
    """
    plugins, cache_home = BENCH / "apoc", BENCH / "cache"
    if not any(plugins.glob("apoc-common*")):
        with TemporaryDirectory() as folder:
            Path(folder, "pom.xml").write_text(POM)
            goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={plugins}"]
            subprocess.run(["mvn", "-q", "-B", "-f", folder, *goal], check=True)
    local = ModuleType("local_neo4j")
    SourceFileLoader(local.__name__, str(LOCAL_NEO4J)).exec_module(local)
    jars = cache_home / "groundpath" / "neo4j" / local.VERSION / "lib"
    jars.mkdir(parents=True, exist_ok=True)
    for jar in (*local.find_jars().iterdir(), *plugins.iterdir()):
        if not (jars / jar.name).exists():
            (jars / jar.name).symlink_to(jar)
    return plugins, cache_home
