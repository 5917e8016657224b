"""A Spark cluster on this machine: one master and two workers, for all tests."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = str(Path(__file__).resolve().parents[1])


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Cluster:
    """Processes of Spark's own classes, each with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        import pyspark

        self.home = Path(pyspark.__file__).parent
        self.folder = folder
        self.port = free_port()
        self.environment = {
            **os.environ,
            "SPARK_HOME": str(self.home),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_DAEMON_MEMORY": "512m",
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(self.port),
                   "--webui-port", "0")
        self.wait("master", "I have been elected leader")
        for number in (1, 2):
            self.start_worker(f"worker-{number}")

    @property
    def address(self) -> str:
        return f"spark://127.0.0.1:{self.port}"

    def start(self, name: str, *words: str) -> None:
        log = open(self.folder / f"{name}.log", "ab")
        self.processes[name] = subprocess.Popen(
            [self.home / "bin" / "spark-class", *words], env=self.environment, stdout=log, stderr=log, cwd=self.folder
        )

    def start_worker(self, name: str) -> None:
        self.start(name, "org.apache.spark.deploy.worker.Worker", "--cores", "1", "--memory", "2g", "--webui-port", "0",
                   "--host", "127.0.0.1", "--work-dir", str(self.folder / name), self.address)
        self.wait(name, "Successfully registered with master")

    def wait(self, name: str, sentence: str) -> None:
        deadline = time.monotonic() + 120
        while sentence not in (self.folder / f"{name}.log").read_text(errors="replace"):
            assert time.monotonic() < deadline and self.processes[name].poll() is None, name
            time.sleep(0.1)

    def executor_of(self, process: int) -> tuple[str, int]:
        """The worker and the executor that a process of Python belongs to."""
        workers = {started.pid: name for name, started in self.processes.items()}
        while True:
            parent = int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
            assert parent > 1, process
            if parent in workers:
                return workers[parent], process
            process = parent

    def stop(self) -> None:
        for process in reversed(self.processes.values()):
            process.kill()
            process.wait()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    yield made
    made.stop()


@pytest.fixture(scope="session")
def spark(cluster: Cluster) -> Iterator[Any]:
    os.environ.update({name: cluster.environment[name] for name in ("SPARK_HOME", "SPARK_LOCAL_IP", "PYSPARK_PYTHON")})
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master(cluster.address)
        .appName("fovea")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.executor.memory", "1g")
        .config("spark.executor.cores", "1")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.sql.adaptive.enabled", "false")
        .config("spark.task.maxFailures", "8")
        .config("spark.executorEnv.PYTHONPATH", os.pathsep.join([TESTS, TESTS + "/spark", os.environ.get("PYTHONPATH", "")]))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
