#!/usr/bin/env python3
"""Compares processor time and sleeps of one and two threads that serve the same load: threads.py MOCKSPEC [ROUNDS]

Needs two processors, wrk, nginx and cc. All take turns within one run, and each line has the medians of its turns.
"""

import contextlib
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time

BODY = 1024
PATH = "/a"
NGINX = """daemon off; master_process off; worker_processes 1; pid {root}/pid; events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 1000000000; {folders}
server {{ listen 127.0.0.1:{port} reuseport; location = /a {{ return 200 '{body}'; }} }} }}"""
FOLDERS = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]


class Subject:
    """A running server, on all processors or on one, with the threads on a processor each if they are pinned."""

    def __init__(self, name, command, processes=1, processor=None, pins=False):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.name, self.processor, self.turns = name, processor, []
        prefix = ["taskset", "-c", str(processor)] if processor is not None else []
        self.processes = [
            subprocess.Popen(prefix + command(self.port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for _ in range(processes)]
        while True:
            with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", self.port)):
                break
            time.sleep(0.01)
        self.load(1)
        if pins:
            busiest = sorted(self.threads(), key=lambda thread: sum(thread[1:3]))[-2:]
            for core, thread in enumerate(busiest):
                os.sched_setaffinity(thread[0], {core})

    def threads(self):
        """The id, the ticks in user and in kernel mode, and the sleeps of each thread."""
        for process in self.processes:
            for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
                fields = (task / "stat").read_text().rpartition(")")[2].split()
                sleeps = re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", (task / "status").read_text())[1]
                yield int(task.name), int(fields[11]), int(fields[12]), int(sleeps)

    def load(self, seconds):
        before = [sum(column) for column in zip(*self.threads())][1:]
        # The load has the other processor.
        prefix = ["taskset", "-c", str(1 - self.processor)] if self.processor is not None else []
        report = subprocess.run(
            prefix + ["wrk", "-t1", "-c64", f"-d{seconds}s", f"http://127.0.0.1:{self.port}{PATH}"],
            capture_output=True, text=True, check=True).stdout
        count = int(re.search(r"(\d+) requests in", report)[1])
        after = [sum(column) for column in zip(*self.threads())][1:]
        user, system, sleeps = [(end - start) / count for start, end in zip(before, after)]
        tick = 1e6 / os.sysconf("SC_CLK_TCK")
        return count / seconds, (user + system) * tick, user * tick, sleeps


def main(program, rounds=5):
    with tempfile.TemporaryDirectory() as root, contextlib.ExitStack() as stack:
        here, loop = pathlib.Path(__file__).parent, f"{root}/loop"
        subprocess.run(["cc", "-O2", "-pthread", here / "loop.c", "-o", loop], check=True)
        specs = pathlib.Path(root, "specs")
        specs.mkdir()
        (specs / "a.mock.yaml").write_text(
            f"mockspec: 1\nrequests: {{A: {{match: GET {PATH}, responses: {{R: {{text: {'a' * BODY}}}}}}}}}\n")

        def nginx(port):
            file = pathlib.Path(root, f"{port}.conf")
            folders = " ".join(f"{name}_temp_path {root}/{name};" for name in FOLDERS)
            file.write_text(NGINX.format(root=root, port=port, folders=folders, body="a" * BODY))
            return ["/usr/sbin/nginx", "-p", root, "-c", str(file), "-e", f"{root}/errors"]

        def epoll(threads):
            return lambda port: [loop, str(port), str(threads), str(BODY)]

        def mockspec(threads):
            return lambda port: [program, "serve", str(specs), "--port", str(port), "--threads", str(threads), "--no-watch"]

        subjects = []
        stack.callback(lambda: [process.kill() for subject in subjects for process in subject.processes])
        for subject in [("nginx, one process", nginx), ("nginx, two processes", nginx, 2), ("epoll in C, one thread", epoll(1)),
                        ("epoll in C, two threads", epoll(2)), ("  on one processor", epoll(2), 1, 1),
                        ("  on a processor each", epoll(2), 1, None, True), ("mockspec serve, one thread", mockspec(1)),
                        ("mockspec serve, two threads", mockspec(2)), ("  on one processor", mockspec(2), 1, 1),
                        ("  on a processor each", mockspec(2), 1, None, True)]:
            subjects.append(Subject(*subject))
        for _ in range(int(rounds)):
            for subject in subjects:
                subject.turns.append(subject.load(3))
        one = None
        for subject in subjects:
            rate, time, user, sleeps = [statistics.median(column) for column in zip(*subject.turns)]
            if "one " in subject.name and "  " not in subject.name:
                one = time
            print(f"{subject.name:28} {rate:8,.0f}/s  {time:5.2f} µs a request (×{time / one:.2f}), {user:4.2f} in user mode, "
                  f"{sleeps:4.2f} sleeps")


if __name__ == "__main__":
    main(*sys.argv[1:])
