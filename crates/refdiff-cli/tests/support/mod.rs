//! Repositories that tests build, and the program that they run on them.
#![allow(dead_code, clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with a git repository in it, removed at the end.
pub struct Repo {
    pub dir: tempfile::TempDir,
}

impl Repo {
    pub fn new() -> Self {
        let repo = Repo { dir: tempfile::tempdir().unwrap() };
        repo.git(&["init", "-q", "-b", "main"]);
        repo
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Runs git, and gives what it wrote.
    pub fn git(&self, args: &[&str]) -> String {
        git(self.path(), args)
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    pub fn remove(&self, path: &str) {
        std::fs::remove_file(self.path().join(path)).unwrap();
    }

    /// Commits everything, and gives the commit's name.
    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    pub fn run(&self, args: &[&str]) -> Run {
        run(self.path(), args)
    }
}

/// Runs git in a folder with nothing of the user's configuration.
pub fn git(dir: &Path, args: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(dir)
        .env_remove("GIT_DIR")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_AUTHOR_NAME", "Ada")
        .env("GIT_AUTHOR_EMAIL", "ada@example.org")
        .env("GIT_COMMITTER_NAME", "Ada")
        .env("GIT_COMMITTER_EMAIL", "ada@example.org")
        .args(["-c", "protocol.file.allow=always"])
        .args(args)
        .output()
        .expect("git is installed");
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// What a run of the program gave.
pub struct Run {
    pub out: String,
    pub err: String,
    pub code: i32,
}

/// Runs refdiff in a folder.
pub fn run(dir: &Path, args: &[&str]) -> Run {
    command(dir, args).output().map(Run::from).unwrap()
}

pub fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_refdiff"));
    command.current_dir(dir).env_remove("GIT_DIR").args(args);
    command
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code().unwrap_or(-1),
        }
    }
}

impl Run {
    /// The objects of a run with `--format jsonl`.
    pub fn objects(&self) -> Vec<Value> {
        self.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    }

    /// `Type: before -> after` of the only object.
    pub fn found(&self) -> Vec<String> {
        let objects = self.objects();
        assert_eq!(objects.len(), 1, "{}{}", self.out, self.err);
        found(&objects[0])
    }
}

/// `Type: before -> after` of an object.
pub fn found(object: &Value) -> Vec<String> {
    let text = |r: &Value, path: &str| r.pointer(path).and_then(Value::as_str).unwrap_or("?").to_owned();
    let all = object["refactorings"].as_array().unwrap().iter();
    all.map(|r| format!("{}: {} -> {}", text(r, "/type"), text(r, "/before/key"), text(r, "/after/key")))
        .collect()
}

/// A class with one method of some length.
pub fn class(package: &str, name: &str, method: &str) -> String {
    format!(
        "package {package};\n\npublic class {name} {{\n    private int seed;\n\n    int {method}(int[] values) {{\n        \
         int sum = seed;\n        for (int value : values) {{\n            sum += value * 31;\n        }}\n        \
         return sum;\n    }}\n}}\n"
    )
}

/// A history of renames of one method, one in each commit.
pub fn history(commits: usize) -> Repo {
    let repo = Repo::new();
    for i in 0..commits {
        repo.write("src/a/C.java", class("a", "C", &format!("m{i}")));
        repo.commit(&format!("c{i}"));
    }
    repo
}

/// A path below the folder of fixtures.
pub fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(path)
}

/// What every test that renames the one method of `src/a/Sum.java` finds.
pub const RENAMED: &str = "Rename Method: a.Sum.calc(int[]) -> a.Sum.total(int[])";
