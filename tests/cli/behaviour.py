#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# SPDX-FileCopyrightText: the liken authors

"""What transcripts cannot show: terminals, signals, and files read by an independent parser.

LIKEN names the program.
"""

import csv
import json
import math
import os
import pathlib
import pty
import re
import signal
import statistics
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree

import inputs

LIKEN = pathlib.Path(os.environ["LIKEN"]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
REPEATS = 10


class Case(unittest.TestCase):
    """A test in a folder of its own that holds the inputs and two longer clips."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        inputs.write(self.folder)
        for name, source in (("long_ref.y4m", "ref.y4m"), ("long_dist.y4m", "dist.y4m")):
            header, frames = (self.folder / source).read_bytes().split(b"\n", 1)
            (self.folder / name).write_bytes(header + b"\n" + REPEATS * frames)
        self.before = sorted(os.listdir(self.folder))

    def liken(self, *arguments, status=0, **options):
        process = subprocess.run([LIKEN, *arguments], cwd=self.folder, capture_output=True, timeout=120, **options)
        self.assertEqual(process.returncode, status, process.stderr.decode())
        return process

    def left(self):
        """Names that were not there before, hidden ones included."""
        return sorted(set(os.listdir(self.folder)) - set(self.before))

    def json(self, name):
        def refuse(constant):
            raise ValueError(f"{constant} is not JSON")

        return json.loads((self.folder / name).read_text(encoding="utf-8"), parse_constant=refuse)


class Outputs(Case):
    HEADER = {
        "schema", "version", "inputs", "metrics", "profile", "chroma_upsampling", "every", "shortest", "backend",
        "backend_reason", "device",
    }  # fmt: skip
    INPUT = {
        "path", "container", "codec", "pixel_format", "width", "height", "still", "frame_rate", "bytes", "skipped",
        "color",
    }  # fmt: skip
    COLOR = {"matrix", "range", "transfer", "primaries", "chroma_location"}
    POOLED = {
        "frames", "mean", "harmonic_mean", "standard_deviation", "median", "percentile_75", "percentile_25",
        "percentile_10", "percentile_5", "percentile_1", "min", "max", "worst_frame", "worst_time", "worst", "words",
    }  # fmt: skip

    def test_keys(self):
        self.liken("-o", "out.json", "--norms", "ref.y4m", "dist.y4m")
        result = self.json("out.json")
        self.assertEqual(set(result), self.HEADER | {"norm_names", "frames", "fallback", "complete", "pooled", "scenes"})
        self.assertEqual(result["schema"], "liken/1")
        self.assertIs(result["complete"], True)
        for side, name in (("reference", "ref.y4m"), ("distorted", "dist.y4m")):
            entry = result["inputs"][side]
            self.assertEqual(set(entry), self.INPUT)
            self.assertEqual(entry["path"], name)
            self.assertEqual(entry["bytes"], (self.folder / name).stat().st_size)
            self.assertEqual((entry["width"], entry["height"], entry["frame_rate"]), (64, 48, 24))
            self.assertEqual(set(entry["color"]), self.COLOR)
            for field in entry["color"].values():
                self.assertEqual(set(field), {"value", "from"})
        for number, frame in enumerate(result["frames"]):
            self.assertEqual(set(frame), {"frame", "time", "ssimulacra2", "norms"})
            self.assertEqual(frame["frame"], number)
            self.assertAlmostEqual(frame["time"], number / 24, places=9)
            self.assertEqual(len(frame["norms"]), len(result["norm_names"]))
            self.assertTrue(all(isinstance(norm, float) for norm in frame["norms"]))
        self.assertEqual(set(result["pooled"]["ssimulacra2"]), self.POOLED)

    def test_all_108_norms(self):
        (self.folder / "a.y4m").write_bytes(inputs.y4m(256, 256, 1))
        (self.folder / "b.y4m").write_bytes(inputs.y4m(256, 256, 1, step=30))
        self.liken("-o", "out.json", "--norms", "a.y4m", "b.y4m")
        result = self.json("out.json")
        self.assertEqual(len(set(result["norm_names"])), 108)
        self.assertEqual(len(result["frames"][0]["norms"]), 108)
        self.assertNotIn(None, result["frames"][0]["norms"])

    def test_kinds_agree(self):
        self.liken("-o", "out.json", "-o", "out.jsonl", "-o", "out.csv", "long_ref.y4m", "long_dist.y4m")
        whole = self.json("out.json")
        header, *frames, summary = map(json.loads, (self.folder / "out.jsonl").read_text().splitlines())
        self.assertEqual([header.pop("type"), summary.pop("type")], ["header", "summary"])
        self.assertEqual({frame.pop("type") for frame in frames}, {"frame"})
        self.assertEqual({**header, "frames": frames, **summary}, whole)
        with open(self.folder / "out.csv", newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual(len(rows), len(frames))
        for row, frame in zip(rows, frames):
            self.assertEqual(int(row["frame"]), frame["frame"])
            self.assertEqual(row["time"], f"{frame['time']:.6f}")
            self.assertEqual(row["ssimulacra2"], f"{frame['ssimulacra2']:.8f}")

    def test_statistics(self):
        self.liken("-o", "out.json", "long_ref.y4m", "long_dist.y4m")
        result = self.json("out.json")
        scores = [frame["ssimulacra2"] for frame in result["frames"]]
        pooled = result["pooled"]["ssimulacra2"]
        hundredths = statistics.quantiles(scores, n=100, method="inclusive")
        expected = {
            "mean": statistics.fmean(scores),
            "harmonic_mean": statistics.harmonic_mean(scores),
            "standard_deviation": statistics.pstdev(scores),
            "median": statistics.median(scores),
            **{f"percentile_{p}": hundredths[p - 1] for p in (75, 25, 10, 5, 1)},
            "min": min(scores),
            "max": max(scores),
        }
        for key, value in expected.items():
            self.assertTrue(math.isclose(pooled[key], value, rel_tol=1e-12), (key, pooled[key], value))
        worst = min(result["frames"], key=lambda frame: frame["ssimulacra2"])
        self.assertEqual((pooled["worst_frame"], pooled["worst_time"]), (worst["frame"], worst["time"]))
        lowest = sorted(result["frames"], key=lambda frame: (frame["ssimulacra2"], frame["frame"]))[:5]
        renamed = [{"frame": f["frame"], "time": f["time"], "score": f["ssimulacra2"]} for f in lowest]
        self.assertEqual(pooled["worst"], renamed)
        self.assertEqual(pooled["frames"], len(scores))

    def clip(self, name, frames):
        """Write 64x48 frames: numbers of inputs.py's moving pattern, or levels of flat grey."""
        data = b"YUV4MPEG2 W64 H48 F24:1 Ip A1:1 C420mpeg2\n"
        for frame in frames:
            flat = isinstance(frame, bytes)
            data += b"FRAME\n" + (frame * (64 * 48 * 3 // 2) if flat else inputs.yuv420(64, 48, frame, 1))
        (self.folder / name).write_bytes(data)

    def scenes(self, *arguments):
        self.liken("-o", "out.json", *arguments)
        result = self.json("out.json")
        first = [scene["first_frame"] for scene in result["scenes"]]
        # Whatever the cuts: each scene has the statistics of its frames, and all frames are in one.
        left = list(result["frames"])
        for scene in result["scenes"]:
            inside = [f for f in left if scene["first_frame"] <= f["frame"] <= scene["last_frame"]]
            del left[: len(inside)]
            self.assertEqual((scene["first_time"], scene["last_time"]), (inside[0]["time"], inside[-1]["time"]))
            scores = [f["ssimulacra2"] for f in inside]
            pooled = scene["pooled"]["ssimulacra2"]
            self.assertEqual((pooled["frames"], pooled["min"]), (len(scores), min(scores)))
            self.assertAlmostEqual(pooled["mean"], statistics.fmean(scores), places=9)
        self.assertEqual(left, [])
        return first

    def test_scenes(self):
        dark, light, white = b"\x30", b"\xa0", b"\xeb"
        moving, fade = list(range(12)), [bytes([level]) for level in range(48, 168, 6)]
        for frames, cuts in (
            (moving + 10 * [dark] + 8 * [light], [0, 12, 22]),
            (10 * [light] + [white] + 10 * [light], [0]),  # a flash
            (10 * [dark] + fade + 10 * [fade[-1]], [0]),
            (moving + moving[::-1], [0]),
            (10 * [dark] + 2 * [light], [0, 10]),
            (11 * [dark] + [light], [0]),
        ):
            self.clip("a.y4m", frames)
            self.assertEqual(self.scenes("a.y4m", "a.y4m"), cuts)
        self.clip("a.y4m", 10 * [dark] + 20 * [light])
        self.assertEqual(self.scenes("--skip-ref=4", "--skip-dist=4", "a.y4m", "a.y4m"), [4, 10])
        self.liken("-o", "out.json", "ref.png", "dist.png")
        self.assertEqual(self.json("out.json")["scenes"], [])

    def test_scenes_of_every_layout(self):
        for pixels in ("yuv420p10le", "p010le", "rgb24", "gbrp", "gray", "ya8", "gray16le"):
            wide, channels, shift = {
                "yuv420p10le": (2, 1.5, 2), "p010le": (2, 1.5, 8), "rgb24": (1, 3, 0), "gbrp": (1, 3, 0),
                "gray": (1, 1, 0), "ya8": (1, 2, 0), "gray16le": (2, 1, 8),
            }[pixels]  # fmt: skip
            frame = lambda level: (level << shift).to_bytes(wide, "little") * int(64 * 48 * channels)
            (self.folder / "a.raw").write_bytes(9 * frame(60) + 7 * frame(70))
            self.assertEqual(self.scenes(f"--raw=64x48:{pixels}", "a.raw", "a.raw"), [0, 9], pixels)

    def test_no_harmonic_mean_of_scores_below_0(self):
        (self.folder / "grey.yuv").write_bytes(bytes([128]) * len(inputs.raw(64, 48, 6)))
        self.liken("-o", "out.json", "--raw=dist:64x48:yuv420p", "ref.y4m", "grey.yuv")
        pooled = self.json("out.json")["pooled"]["ssimulacra2"]
        self.assertLess(pooled["min"], 0)
        self.assertIsNone(pooled["harmonic_mean"])

    def test_layouts_of_libvmaf(self):
        kinds = "-o", "own.json", "-o", "out.xml", "-o", "vmaf-json:v.json", "-o", "vmaf-csv:v.csv"
        self.liken(*kinds, "long_ref.y4m", "long_dist.y4m")
        own = self.json("own.json")
        scores = [(frame["frame"], round(frame["ssimulacra2"], 6)) for frame in own["frames"]]
        pools = {key: round(own["pooled"]["ssimulacra2"][key], 6) for key in ("min", "max", "mean", "harmonic_mean")}

        root = xml.etree.ElementTree.parse(self.folder / "out.xml").getroot()
        self.assertEqual(root.tag, "VMAF")
        self.assertEqual([child.tag for child in root], ["params", "fyi", "frames", "pooled_metrics", "aggregate_metrics"])
        self.assertEqual(root.find("params").attrib, {"qualityWidth": "64", "qualityHeight": "48"})
        self.assertGreater(float(root.find("fyi").get("fps")), 0)
        frames = root.findall("frames/frame")
        self.assertEqual([(int(f.get("frameNum")), float(f.get("ssimulacra2"))) for f in frames], scores)
        (metric,) = root.findall("pooled_metrics/metric")
        self.assertEqual(metric.attrib.pop("name"), "ssimulacra2")
        self.assertEqual({key: float(value) for key, value in metric.attrib.items()}, pools)

        other = self.json("v.json")
        self.assertEqual(list(other), ["version", "fps", "frames", "pooled_metrics", "aggregate_metrics"])
        self.assertEqual([(f["frameNum"], f["metrics"]["ssimulacra2"]) for f in other["frames"]], scores)
        self.assertEqual(other["pooled_metrics"], {"ssimulacra2": pools})

        with open(self.folder / "v.csv", newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([(int(row["Frame"]), float(row["ssimulacra2"])) for row in rows], scores)

    def test_calls_written_for_vmaf(self):
        (self.folder / "dist.yuv").write_bytes(inputs.raw(64, 48, 6, step=12))
        call = "-r ref.yuv -d dist.yuv -w 64 -h 48 -p 420 -b 8 --feature ssimulacra2 -n -q --threads 2 --backend cpu"
        self.liken("-o", "own.json", "ref.y4m", "dist.y4m")
        mean = self.json("own.json")["pooled"]["ssimulacra2"]["mean"]
        for kind in ("xml", "json", "csv"):
            out = self.liken(*call.split(), f"--{kind}", "--output", "out.txt").stdout.decode()
            self.assertAlmostEqual(float(out), mean, places=8)
            text = (self.folder / "out.txt").read_text()
            self.assertTrue(text.startswith({"xml": "<VMAF ", "json": "{", "csv": "Frame,ssimulacra2,"}[kind]))
        self.liken(*call.split(), "--json", "--subsample", "4", "-o", "out.json")
        self.assertEqual([frame["frameNum"] for frame in self.json("out.json")["frames"]], [0, 4])

    def test_the_same_for_any_number_of_threads(self):
        results = []
        for threads in ("1", "2", "7"):
            self.liken("-t", threads, "-o", "out.json", "long_ref.y4m", "long_dist.y4m")
            result = self.json("out.json")
            del result["device"]
            results.append(result)
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])

    def test_a_name_that_is_not_utf8(self):
        name = b"caf\xe9.png"
        with open(os.path.join(os.fsencode(self.folder), name), "wb") as stream:
            stream.write(inputs.png(64, 48))
        self.liken("-o", "out.json", name, "ref.png")
        self.assertEqual(self.json("out.json")["inputs"]["reference"]["path"], "caf\\xe9.png")

    def test_no_locale_changes_a_number(self):
        self.liken("-o", "out.json", "-o", "out.csv", "ref.y4m", "dist.y4m", env={**os.environ, "LC_ALL": "de_DE.UTF-8"})
        self.json("out.json")
        self.assertRegex((self.folder / "out.csv").read_text(), r"\n1,0\.041667,\d+\.\d{8}\n")

    def test_a_folder_that_is_not_writable(self):
        if os.geteuid() == 0:
            self.skipTest("root may write anywhere")
        (self.folder / "closed").mkdir(mode=0o555)
        error = self.liken("-o", "closed/out.json", "missing.png", "ref.png", status=2).stderr.decode()
        self.assertRegex(error, r"^liken: closed/out\.json: .*Permission denied\n$")


class Devices(Case):
    # Where the program is built with AddressSanitizer: the compilers inside drivers leak.
    ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}

    def rows(self):
        """What --list-devices prints: (backend, device or "-", whether it is usable, name or why not)."""
        process = self.liken("--list-devices")
        self.assertEqual(process.stderr, b"")
        head, *lines = process.stdout.decode().splitlines()
        self.assertRegex(head, r"^backend +device +memory +usable +name, driver, why not$")
        rows = []
        for line in lines:
            row = re.match(r"(\w+) +(\d+|-) +(?:-|[\d.]+ GiB) +(yes|no) +(\S.*)$", line)
            if row:
                backend, device, usable, text = row.groups()
                rows.append((backend, device, usable == "yes", text))
            else:
                self.assertRegex(line, r"^ {37}\S")
        return rows

    def test_list(self):
        rows = self.rows()
        self.assertEqual({row[0] for row in rows}, {"cuda", "opencl", "cpu"})
        self.assertEqual([row[:3] for row in rows if row[0] == "cpu"], [("cpu", "0", True)])
        absent = {row[0] for row in rows if row[3].startswith("this build of liken has no")}
        built = re.search(r"^backends: (.*)$", self.liken("--version").stdout.decode(), re.MULTILINE).group(1)
        self.assertEqual(set(built.split(", ")), {"cpu", "cuda", "opencl"} - absent)

    def test_by_name(self):
        want = self.liken("--quiet", "-b", "cpu", "ref.png", "dist.png").stdout
        for backend in ("cpu", "cuda", "opencl"):
            usable = any(row[2] for row in self.rows() if row[0] == backend)
            for device in ("0", "all"):
                arguments = "-b", backend, "--device", device, "-o", "out.json", "--quiet", "ref.png", "dist.png"
                process = self.liken(*arguments, status=0 if usable else 2, env=self.ENVIRONMENT)
                if usable:
                    self.assertEqual((process.stdout, process.stderr), (want, b""))
                    result = self.json("out.json")
                    self.assertEqual((result["backend"], result["backend_reason"]), (backend, None))
                    self.assertTrue(result["device"])
                    os.unlink(self.folder / "out.json")
                else:
                    self.assertRegex(process.stderr.decode(), r"^liken: .+\n$")
                    self.assertEqual((process.stdout, self.left()), (b"", []))

    def test_auto(self):
        self.liken("-o", "out.json", "ref.png", "dist.png")
        result = self.json("out.json")
        plain, verbose = self.liken("ref.png", "dist.png"), self.liken("-v", "ref.png", "dist.png")
        self.assertEqual(plain.stderr, b"")
        line = f"backend {result['backend']}: {result['device']}"
        if result["backend_reason"]:
            self.assertRegex(verbose.stderr, rb"liken: not on \w+: ")
            self.assertIn(f"{line}; {result['backend_reason']}", " ".join(verbose.stdout.decode().split()))
        self.assertIn(line, " ".join(plain.stdout.decode().split()))
        if not any(device != "-" for backend, device, *_ in self.rows() if backend != "cpu"):
            self.assertNotRegex(plain.stdout, b"cuda|opencl")

    def test_kernels_are_kept(self):
        if not any(row[2] for row in self.rows() if row[0] == "opencl"):
            self.skipTest("no OpenCL device")
        cache, home = self.folder / "cache", self.folder / "home"
        others = {name: value for name, value in self.ENVIRONMENT.items() if name not in ("XDG_CACHE_HOME", "HOME")}
        others["POCL_CACHE_DIR"] = str(self.folder / "driver")  # this driver does not do without one
        for variables, folder in (
            ({"XDG_CACHE_HOME": str(cache), "HOME": str(home)}, cache / "liken"),
            ({"XDG_CACHE_HOME": "cache", "HOME": str(home)}, home / ".cache" / "liken"),
            ({}, None),
            ({"XDG_CACHE_HOME": "/dev/null"}, None),
        ):
            process = self.liken("-b", "opencl", "--quiet", "ref.png", "dist.png", env={**others, **variables})
            self.assertEqual(process.stderr, b"")
            if folder:
                self.assertTrue(any(folder.iterdir()))
        self.assertEqual(set(self.left()) - {"driver"}, {"cache", "home"})


class Terminal(Case):
    def in_terminal(self, *arguments, term="xterm"):
        """Run with standard error at a terminal. Returns what arrived there."""
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [LIKEN, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=slave, env={**os.environ, "TERM": term}
        )
        os.close(slave)
        text = b""
        while True:
            try:
                piece = os.read(master, 4096)
            except OSError:  # how Linux says that the other side is closed
                break
            if not piece:
                break
            text += piece
        os.close(master)
        self.assertEqual(process.wait(60), 0)
        return text.decode()

    def test_progress_comes_and_goes(self):
        text = self.in_terminal("long_ref.y4m", "long_dist.y4m")
        self.assertRegex(text, r"^\r\x1b\[K\d+/60 frames +\d+%  [\d.]+ fps  \d+:\d\d:\d\d left  mean -?\d+\.\d\d")
        self.assertTrue(text.endswith("\r\x1b[K"))
        self.assertNotIn("\n", text)

    def test_a_warning_does_not_collide_with_it(self):
        text = self.in_terminal("ref.y4m", "full.y4m")
        self.assertIn("warning: reference and distorted differ", text)

    def test_no_progress(self):
        clips = "long_ref.y4m", "long_dist.y4m"
        self.assertEqual(self.in_terminal("--quiet", *clips), "")
        self.assertEqual(self.in_terminal("--no-progress", *clips), "")
        self.assertEqual(self.in_terminal(*clips, term="dumb"), "")
        self.assertEqual(self.liken(*clips).stderr, b"")

    def test_80_columns(self):
        for arguments in (("--help",), ("ref.y4m", "dist.y4m"), ("ref.png", "dist.png")):
            for line in self.liken(*arguments).stdout.decode().splitlines():
                self.assertLessEqual(len(line), 80, line)


class Signals(Case):
    def start(self, *arguments, data=b""):
        """Start a run whose reference comes through a pipe that stays open."""
        process = subprocess.Popen(
            [LIKEN, *arguments, "-", "long_dist.y4m"],
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        process.stdin.write(data)
        process.stdin.flush()
        time.sleep(1)
        self.assertIsNone(process.poll())
        return process

    def part(self):
        data = (self.folder / "long_ref.y4m").read_bytes()
        return data[: len(data) * 3 // 4]

    def finish(self, process, number):
        out, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, -number, error.decode())
        return out.decode(), error.decode()

    def check_part(self, name):
        self.liken("-o", "whole.json", "long_ref.y4m", "long_dist.y4m")
        part, whole = self.json(name), self.json("whole.json")
        self.assertIs(part["complete"], False)
        self.assertGreater(len(part["frames"]), 0)
        self.assertLess(len(part["frames"]), len(whole["frames"]))
        self.assertEqual(part["frames"], whole["frames"][: len(part["frames"])])
        self.assertEqual(part["pooled"]["ssimulacra2"]["frames"], len(part["frames"]))

    def test_interrupted(self):
        process = self.start("-o", "out.json", "-o", "out.csv", data=self.part())
        process.send_signal(signal.SIGINT)
        out, error = self.finish(process, signal.SIGINT)
        self.assertRegex(error, r"^liken: interrupted after \d+ pairs: the results are incomplete\n$")
        self.assertRegex(out, r"SSIMULACRA 2, \d+ frames \(INCOMPLETE: interrupted\)\n")
        self.assertTrue((self.folder / "out.csv").read_text().endswith("\n# incomplete: interrupted\n"))
        self.assertEqual(self.left(), ["out.csv", "out.json"])
        self.check_part("out.json")

    def test_terminated_by_a_group_signal_as_well(self):
        process = self.start("-o", "out.json", data=self.part())
        process.send_signal(signal.SIGTERM)
        time.sleep(0.1)
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        self.finish(process, signal.SIGTERM)
        self.check_part("out.json")

    def test_quiet_prints_no_number(self):
        process = self.start("--quiet", data=self.part())
        process.send_signal(signal.SIGINT)
        out, _ = self.finish(process, signal.SIGINT)
        self.assertEqual(out, "")

    def test_a_pipe_that_says_nothing_more(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("-o", "out.json", data=self.part())
            process.send_signal(number)
            process.wait(timeout=20)  # the pipe is still open
            self.finish(process, number)
            self.check_part("out.json")

    def test_before_anything_is_there(self):
        process = self.start("-o", "out.json")
        process.send_signal(signal.SIGINT)
        out, _ = self.finish(process, signal.SIGINT)
        self.assertEqual(out, "")
        self.assertEqual(self.left(), [])


class Papers(Case):
    """Help, man page and completions say the same."""

    def test_options(self):
        text = self.liken("--help").stdout.decode()
        options = set(re.findall(r"^ +(?:-\w, )?--([a-z_-]+)", text, re.MULTILINE))
        self.assertGreater(len(options), 20)
        page = (ROOT / "man" / "liken.1").read_text().replace("\\-", "-")
        self.assertEqual(options, set(re.findall(r"^\.It .*Fl Fl ([a-z_-]+)", page, re.MULTILINE)))
        completion = ROOT / "cli" / "completion"
        self.assertEqual(options, set(re.findall(r"--([a-z_-]+)", (completion / "_liken").read_text())))
        self.assertEqual(options, set(re.findall(r" -l ([a-z_-]+)", (completion / "liken.fish").read_text())))
        self.assertEqual(options, set(re.findall(r"--([a-z][a-z_-]+)", (completion / "liken.bash").read_text())))

    def test_words(self):
        text = " ".join(self.liken("--help").stdout.decode().split())
        for name in ("liken.bash", "_liken", "liken.fish"):
            completion = (ROOT / "cli" / "completion" / name).read_text()
            for option in (
                "profile", "backend", "matrix", "range", "transfer", "primaries", "chroma-location", "chroma",
            ):  # fmt: skip
                words = re.search(rf"--{option}=\S+ [^:]*: ((?:[\w-]+, )+[\w-]+)", text).group(1)
                self.assertIn(words.replace(",", ""), completion, (name, option))


if __name__ == "__main__":
    unittest.main(verbosity=2)
