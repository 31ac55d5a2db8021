//! Writes the initial corpora of the fuzzers: `cargo run --example corpus -- FOLDER`, one folder per target.
//!
//! Files and pairs come from the fixtures, from the grammar and from refactored programs; command lines come from a
//! list.

use refdiff::SourceText;
use refdiff_fuzz::cases;
use refdiff_fuzz::grammar::Grammar;
use refdiff_mutation::program::{Names, Program};
use refdiff_mutation::random::Random;
use refdiff_mutation::refactor::ALL;
use std::io::Result;
use std::path::{Path, PathBuf};

const PROFILES: [&str; 4] = [
    "name = \"mine\"\nbase = \"paper\"\nevidence = false\npull-up-into-extracted = true\n",
    "[passes]\nrename-field = false\nmove-method = true\n[thresholds]\nrename-method = 0.4\n'extract-*' = 1\n",
    "[weights]\nparameters = 2.0\nnames = 0\ncallers = 1e0\n",
    "base = \"default\"\n[thresholds]\nrename-type = 0.3 # why\nmove-type = 1_0.0\n",
];

const COMMANDS: [&str; 26] = [
    "show HEAD~2 --format json --parent 2",
    "diff --staged main...topic -- src *.java",
    "diff --no-index old new --residual --ignore-comments",
    "log --since 2017-01-01 --until yesterday --author Ada --max-count 5 --reverse --first-parent",
    "log --all --db history.db --retry-incomplete -j 2 --cache 0 --timings --progress plain",
    "log --branches --stdin --no-walk --merges a..b ^c",
    "log v1..v2 --type move-* --exclude-type rename-type --min-confidence 0.9",
    "log --include-merges -n 3 --format csv -o out.csv",
    "show --threshold rename-method=0.4 --threshold *=1 --profile paper",
    "show --timeout 0.5 --max-file-size 3 --exit-code",
    "show -p --stat --group-by file --color never --no-pager",
    "check --pure origin/main..HEAD --grep ^refactor",
    "ignore-revs --layout --since 2.weeks.ago",
    "view v1..v2 --port 8080 --no-open",
    "explain HEAD src/Cart.java:12",
    "explain v1..v2 Cart.total(int[]) --parent 1",
    "mine --repos list.txt --db all.db --shard 2/8",
    "db merge --into all.db a.db b.db",
    "db info a.db",
    "types --profile default --format json",
    "completions zsh",
    "-C folder -C .. man pages",
    "eval oracle.jsonl --repo repo.git --reported rm.json --types all --details",
    "calibrate oracle.jsonl --repo repo.git --step 0.05 --folds 5 --write my.toml",
    "oracle convert data.json",
    "profile show --threshold rename-method=0.4",
];

fn main() -> Result<()> {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        return Err(std::io::Error::other("usage: corpus FOLDER"));
    };
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let mut number = 0;
    let mut put = |target: &str, bytes: &[u8]| -> Result<()> {
        std::fs::create_dir_all(folder.join(target))?;
        number += 1;
        std::fs::write(folder.join(target).join(format!("{number:05}")), bytes)
    };
    for source in sources(&fixtures, "java")? {
        put("java", &source.text)?;
    }
    for (target, ending) in [("python", "py"), ("kotlin", "kt"), ("javascript", "js"), ("typescript", "ts")] {
        for (number, source) in sources(&fixtures, ending)?.into_iter().enumerate() {
            let cut = [(40 * number) as u8, (25 * number) as u8];
            put(target, &[&cut[..], &source.text].concat())?;
        }
    }
    for case in folders(&fixtures.join("java"))? {
        put(
            "detect",
            &cases::encode(&sources(&case.join("before"), "java")?, &sources(&case.join("after"), "java")?),
        )?;
    }
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let (one, other) = (Grammar::file(&mut random), Grammar::file(&mut random));
        put("java", one.as_bytes())?;
        let file = |text: &str| [SourceText::new("F.java", text.as_bytes())];
        put("detect", &cases::encode(&file(&one), &file(&other)))?;
    }
    for (kind, (_, refactor)) in ALL.iter().enumerate() {
        for seed in 0..6 {
            let mut random = Random::new(1000 * kind as u64 + seed);
            let mut names = Names::default();
            let program = Program::random(&mut random, &mut names);
            if let Some(mutant) = refactor(&program, &mut random, &mut names) {
                put("detect", &cases::encode(&mutant.before.sources(), &mutant.after.sources()))?;
            }
        }
    }
    for command in COMMANDS {
        put("arguments", command.replace(' ', "\n").as_bytes())?;
    }
    for profile in PROFILES {
        put("profile", profile.as_bytes())?;
    }
    let mut random = Random::new(3);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..5 * random.between(1, 4)).map(|_| random.below(256) as u8).collect();
        put("store", &bytes)?;
    }
    Ok(())
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder)?.flatten().map(|e| e.path()).collect();
    all.sort();
    Ok(all)
}

/// The files with an extension below a folder.
fn sources(folder: &Path, ending: &str) -> Result<Vec<SourceText>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(folders(&path)?);
        } else if path.extension().is_some_and(|e| e == ending) {
            let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
            found.push(SourceText::new(name.as_str(), std::fs::read(&path)?));
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}
