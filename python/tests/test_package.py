"""The package as users meet it: objects, options, errors, Ctrl-C, the command."""

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import refdiff
from repositories import git, make, source

ROOT = Path(__file__).parents[2]


def test_compare_takes_text_and_bytes():
    found = refdiff.compare({"Cart.java": source("calc")}, {"Cart.java": source("total").encode()})
    (renamed,) = found.refactorings
    assert renamed.type == "Rename Method"
    assert (renamed.before.key, renamed.after.key) == ("shop.Cart.calc(int[])", "shop.Cart.total(int[])")
    assert renamed.group == "structure" and renamed.changes == [] and renamed.follows_from is None
    assert found.commit is None and found.parents == []
    assert "int total(" in renamed.after.text


def test_objects_are_dictionaries_with_the_names_of_the_contract(shop):
    found = refdiff.Repository(shop).show()
    line = subprocess.run(
        [sys.executable, "-m", "refdiff", "-C", shop, "show", "--format", "jsonl"], capture_output=True, check=True
    )
    contract = json.loads(line.stdout)
    mine = json.loads(json.dumps(found))
    assert mine.pop("message") == "commit 29"
    for refactoring in mine["refactorings"]:
        del refactoring["before"]["text"], refactoring["after"]["text"]
    assert mine["repository"] == shop
    assert mine == contract
    # What was looked at once is the same object, and still what was written.
    assert found.refactorings[0] is found.refactorings[0]
    assert found.refactorings[0].before is found.refactorings[0].before
    assert type(found.author) is refdiff.Person and found.author.date == "2017-07-15T09:40:00+02:00"


def test_the_names_of_objects_are_those_of_the_schema():
    schema = json.loads((ROOT / "docs/schema/report.schema.json").read_text())
    own = {"text", "message"}
    pairs = [(schema, refdiff.Comparison), (schema["$defs"]["refactoring"], refdiff.Refactoring)]
    pairs += [(schema["$defs"]["element"], refdiff.Element), (schema["$defs"]["person"], refdiff.Person)]
    for described, made in pairs:
        assert set(described["properties"]) == set(made.__annotations__) - own, made


def test_objects_are_pickled_and_say_what_they_lack(shop):
    found = refdiff.Repository(shop).show()
    assert pickle.loads(pickle.dumps(found)) == found
    assert type(pickle.loads(pickle.dumps(found)).refactorings[0]) is refdiff.Refactoring
    with pytest.raises(AttributeError, match="Comparison has no 'refactoring'"):
        found.refactoring
    assert "refactorings" in dir(found)


def test_log_is_the_log_of_the_command(shop):
    repository = refdiff.Repository(shop)
    log = repository.log(max_count=10, jobs=2)
    assert len(log) == 10
    commits = [found.commit for found in log]
    assert commits == git(shop, "log", "--format=%H", "-n10").split()
    kinds = {r.type for c in repository.log("HEAD~3..HEAD") for r in c.refactorings}
    assert kinds == {"Rename Method"}
    assert sum(len(c.refactorings) for c in repository.log(types="extract-*")) == 0
    assert [len(repository.log(paths=p)) for p in ("src", ["src/Cart.java"], "docs")] == [30, 30, 0]
    assert len(repository.log(since="2017-07-15T00:00:00Z", until="2017-07-15T03:00:00Z")) == 3
    assert repository.log(residual=True, max_count=1).__next__().changed_lines == 4


def test_log_can_be_left_and_gone_over_once(shop):
    with refdiff.Repository(shop).log(progress=True) as log:
        next(log)
    log = refdiff.Repository(shop).log(max_count=1)
    list(log)
    with pytest.raises(RuntimeError, match="call log\\(\\) again"):
        log.tables("commits")
    before = threading.active_count()
    for _ in range(20):
        next(refdiff.Repository(shop).log())
    assert threading.active_count() == before


def test_diff_compares_revisions_and_the_work_tree(tmp_path):
    folder = make(tmp_path, 3)
    repository = refdiff.Repository(folder)
    assert repository.diff("HEAD~2", "HEAD").refactorings[0].after.key.startswith("shop.Cart.total2(")
    assert repository.diff("HEAD~1..HEAD").refactorings[0].before.key.startswith("shop.Cart.total1(")
    (tmp_path / "src/Cart.java").write_text(source("sum", 33))
    assert repository.diff().refactorings[0].after.key.startswith("shop.Cart.sum(")
    git(tmp_path, "add", "-A")
    assert repository.diff().refactorings == []
    assert repository.diff(staged=True).after_rev == "index"


def test_history_follows_an_element(shop):
    repository = refdiff.Repository(shop)
    steps = list(repository.history("src/Cart.java:6"))
    assert len(steps) == 30
    assert "rename" in steps[0].changes and steps[-1].changes == ["introduced"]
    assert steps[0].before.key == "shop.Cart.total28(int[])"
    assert len(list(repository.history("Cart.total29(int[])", max_count=2))) == 2
    with pytest.raises(refdiff.Error, match="total99"):
        list(repository.history("Cart.total99"))


def test_errors_are_those_of_the_command(tmp_path, shop):
    with pytest.raises(refdiff.Error, match="not a git repository"):
        refdiff.Repository(tmp_path)
    repository = refdiff.Repository(shop)
    for call, text in [
        (lambda: repository.show("nowhere"), "nowhere"),
        (lambda: repository.show(types="no-such-type"), "no-such-type"),
        (lambda: repository.log(since="the day after"), "the day after"),
        (lambda: repository.log(jobs="many"), "invalid value 'many'"),
        (lambda: repository.show("--output=owned"), "no revision"),
        (lambda: repository.show(profile="nothing"), "unknown profile"),
        (lambda: repository.log().tables("commit"), "is no table"),
        (lambda: refdiff.mine([shop], db=tmp_path / "no/folder/x.db"), "unable to open database"),
    ]:
        with pytest.raises(refdiff.Error, match=re.escape(text)):
            call()
    with pytest.raises(refdiff.Error) as missing:
        refdiff.Repository(tmp_path / "nowhere")
    assert str(missing.value).endswith("nowhere: it is not there")
    with pytest.raises(TypeError, match="no option 'sinces'; did you mean 'since'"):
        repository.log(sinces="2020")
    with pytest.raises(TypeError):
        refdiff.compare({"a.java": 1}, {})


def test_what_goes_in_is_never_an_option(tmp_path, shop):
    target = tmp_path / "owned"
    for call in [
        lambda: refdiff.Repository(shop).log(f"--output={target}"),
        lambda: refdiff.Repository(shop).history("Cart", f"--output={target}"),
        lambda: refdiff.Repository(shop).diff("HEAD", f"-o{target}"),
    ]:
        with pytest.raises(refdiff.Error):
            list(call())
    list(refdiff.Repository(shop).log(paths=[f"--output={target}"]))
    assert not target.exists()


def test_types_and_languages_are_listed():
    assert refdiff.types()["Rename Method"] == "structure"
    assert "Java" in refdiff.languages() and "Python" in refdiff.languages()


def test_notebooks_show_tables_and_differences(shop):
    found = refdiff.Repository(shop).show()
    assert "shop.Cart.total29(int[])" in found._repr_html_()
    side = found.refactorings[0]._repr_html_()
    assert "<span" in side and "total28" in side
    evil = refdiff.compare({"a.py": "def f(x):\n    return '<script>' + x\n"}, {"a.py": "def g(x):\n    return '<script>' + x\n"})
    assert "<script>" not in evil._repr_html_() + "".join(r._repr_html_() for r in evil.refactorings)
    assert "introduced" in refdiff.Life(refdiff.Repository(shop).history("Cart.total29(int[])"))._repr_html_()


@pytest.mark.parametrize("work", ["for c in repository.log(residual=True): pass", "repository.log().tables()"])
def test_an_interrupt_stops_a_long_run(work, tmp_path):
    folder = make(tmp_path, 2000)
    code = f"import refdiff\nrepository = refdiff.Repository({folder!r})\nprint('ready', flush=True)\nwhile True:\n  {work}\n"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    time.sleep(0.3)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert time.monotonic() - began < 5
    assert b"KeyboardInterrupt" in told, told


def test_other_threads_go_on_while_it_works(tmp_path):
    folder = make(tmp_path, 1500)
    ticks = []
    over = threading.Event()

    def tick():
        while not over.wait(0.005):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.monotonic()
    refdiff.Repository(folder).log(residual=True, jobs=1).tables("commits")
    took = time.monotonic() - began
    over.set()
    thread.join()
    during = [t for t in ticks if t < began + took]
    assert len(during) > took / 0.005 / 4


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_children_of_a_fork_can_work(shop):
    refdiff.Repository(shop).log(jobs=1).tables("commits")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if len(list(refdiff.Repository(shop).log(jobs=1))) == 30 else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_what_was_begun_before_a_fork_says_so(shop):
    log = refdiff.Repository(shop).log()
    next(log)
    child = os.fork()
    if child == 0:
        try:
            next(log)
        except RuntimeError as error:
            os._exit(0 if "another process" in str(error) else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_mine_runs_nothing_of_the_folder_that_one_stands_in(shop, tmp_path, monkeypatch):
    for name in ("refdiff/__main__.py", "refdiff/__init__.py", "json.py", "sitecustomize.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("open('owned', 'w')\n")
    monkeypatch.chdir(tmp_path)
    assert refdiff.mine([shop], db="out.db")["commits"] == 30
    assert not (tmp_path / "owned").exists()


def test_mine_takes_a_list_of_places(shop, tmp_path):
    for wrong in (shop, Path(shop)):
        with pytest.raises(TypeError, match="several repositories"):
            refdiff.mine(wrong, db=tmp_path / "out.db")
    for name in ("#x", "a\nb", " a", ""):
        with pytest.raises(ValueError, match="cannot stand in a list"):
            refdiff.mine([shop, name], db=tmp_path / "out.db")
    with pytest.raises(TypeError, match="parquet="):
        refdiff.mine([shop])
    with pytest.raises(refdiff.Error, match="is no revision|unknown revision|--help"):
        refdiff.Repository(shop).show("--help")


def test_a_history_that_cannot_be_read_is_told(tmp_path):
    folder = make(tmp_path, 4)
    lost = git(folder, "rev-parse", "HEAD~2")
    git(folder, "repack", "-q", "-ad")
    (pack,) = Path(folder, ".git/objects/pack").glob("*.pack")
    loose = tmp_path / "pack"
    pack.rename(loose)
    for rest in Path(folder, ".git/objects/pack").glob("*"):
        rest.unlink()
    git(folder, "unpack-objects", "-q", given=loose.read_bytes())
    Path(folder, ".git/objects", lost[:2], lost[2:]).unlink()
    with pytest.warns(RuntimeWarning, match=lost):
        log = refdiff.Repository(folder).log()
    assert lost in log.lost[0] and len(log) == 2


@pytest.mark.parametrize("command", [[sys.executable, "-m", "refdiff"], [str(Path(sys.executable).parent / "refdiff")]])
def test_the_command_comes_with_the_package(command, shop):
    run = subprocess.run([*command, "-C", shop, "show", "--format", "json"], capture_output=True, check=True)
    assert json.loads(run.stdout)["commits"][0]["refactorings"][0]["type"] == "Rename Method"
    failed = subprocess.run([*command, "-C", "/", "show"], capture_output=True, check=False)
    assert failed.returncode == 2 and b"not a git repository" in failed.stderr
    version = subprocess.run([*command, "--version"], capture_output=True, check=True)
    assert refdiff.__version__ in version.stdout.decode()
