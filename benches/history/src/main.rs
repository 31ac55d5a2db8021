//! `refdiff-bench REPOSITORY [half] [residual]`: CPU time of mining a history, of reading its changed blobs, and of
//! parsing each distinct blob once, in one run on one thread; their ratios, peak memory, and the slowest commits.
//! With `half`, only the older half of the commits; with `residual`, the residual for review is computed too.
//! `refdiff-bench synthetic`: growth with size, and single steps.

mod synthetic;

use anyhow::Result;
use cpu_time::ProcessTime;
use refdiff::git::{Content, Endpoint, ObjectId, Repository, Walk};
use refdiff::lang::UnitStore;
use refdiff::{Analyser, Options, ReportOptions};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// Most allocations are small and short-lived, on several threads: this allocator costs a third less than the
/// system's on a long history.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The default of the command line.
const STORE: usize = 64 << 20;

/// The load of the machine may vary over time: work and floor take turns.
const SLICES: usize = 64;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    // One thread, for huge commits too: CPU time is compared.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global()?;
    if args.first().is_some_and(|a| a == "synthetic") {
        return synthetic::run();
    }
    let path = args.first().map_or(".", String::as_str);
    let repository = Repository::open(path.as_ref())?;
    let walk = Walk { from: vec![repository.commit("HEAD")?], ..Walk::default() };
    let start = ProcessTime::now();
    let mut commits: Vec<ObjectId> = repository.commits(&walk)?.into_iter().flatten().collect();
    let walking = start.elapsed();
    let half = args.iter().any(|a| a == "half");
    if half {
        commits.drain(..commits.len() / 2);
    }
    let mut options = ReportOptions::new(Options::default());
    options.timings = true;
    options.residual = args.iter().any(|a| a == "residual");
    options.compare.store = Some(Arc::new(UnitStore::new(STORE)));
    if args.iter().any(|a| a == "peak") {
        repository.compare_commits(&commits, 1, &options, |_, _| true);
        println!("{:.1}", peak_memory());
        return Ok(());
    }

    let mut analyser = Analyser::new(&repository, &options);
    let mut floor = Floor::new(&repository)?;
    let mut refdiff = walking;
    let (mut found, mut bytes) = (0, 0);
    let mut commit_times: Vec<(Duration, ObjectId, refdiff::Timings, usize)> = Vec::new();
    let mut stages = refdiff::Timings::default();
    for slice in commits.chunks(commits.len().div_ceil(SLICES).max(1)) {
        let start = ProcessTime::now();
        for &id in slice {
            let Ok(report) = analyser.commit(id, 1) else { continue };
            found += report.refactorings.len();
            bytes += serde_json::to_vec(&report).map_or(0, |v| v.len());
            if let Some(t) = report.timings {
                stages.diff += t.diff;
                stages.read += t.read;
                stages.parse += t.parse;
                stages.matching += t.matching;
                stages.report += t.report;
                commit_times.push((t.total(), id, t, report.files.analysed));
            }
        }
        refdiff += start.elapsed();
        floor.add(&repository, slice);
    }
    let peak = peak_of_a_run(path, half)?;

    let (reading, parsing) = (floor.reading, floor.parsing);
    let ratio = |d: Duration| d.as_secs_f64() / parsing.as_secs_f64();
    println!("{} commits, {found} refactorings, {bytes} bytes of json", commits.len());
    println!("reading every changed blob            {:8.2} s CPU", reading.as_secs_f64());
    println!(
        "parsing every distinct blob once      {:8.2} s CPU ({} blobs, {:.1} MB)",
        parsing.as_secs_f64(),
        floor.seen.len(),
        floor.bytes as f64 / 1e6
    );
    println!("refdiff, all of it                    {:8.2} s CPU", refdiff.as_secs_f64());
    println!("refdiff / parsing                     {:8.3}", ratio(refdiff));
    println!("refdiff / reading                     {:8.3}", refdiff.as_secs_f64() / reading.as_secs_f64());
    println!("peak memory of refdiff                {peak:>8} MB");
    println!(
        "stages (wall): diff {:.2} read {:.2} parse {:.2} match {:.2} report {:.2} s",
        stages.diff.as_secs_f64(),
        stages.read.as_secs_f64(),
        stages.parse.as_secs_f64(),
        stages.matching.as_secs_f64(),
        stages.report.as_secs_f64()
    );
    println!(
        "slowest commits (wall, ms: all = diff + read + parse + match + report; beside parsing its files)"
    );
    commit_times.sort_by_key(|c| std::cmp::Reverse(c.0));
    for (total, id, t, files) in commit_times.iter().take(10) {
        let alone = parse_commit(&repository, *id)?;
        let ms = |d: Duration| d.as_secs_f64() * 1e3;
        println!(
            "  {id} {:7.1} = {:.1} + {:.1} + {:.1} + {:.1} + {:.1}; {files} files, parsing them {:.1}, ratio {:.2}",
            ms(*total),
            ms(t.diff),
            ms(t.read),
            ms(t.parse),
            ms(t.matching),
            ms(t.report),
            ms(alone),
            ms(*total) / ms(alone)
        );
    }
    Ok(())
}

/// Runs this program again, to measure the memory of refdiff alone.
fn peak_of_a_run(path: &str, half: bool) -> Result<String> {
    let mut command = std::process::Command::new(std::env::current_exe()?);
    command.args([path, "peak"]);
    if half {
        command.arg("half");
    }
    Ok(String::from_utf8_lossy(&command.output()?.stdout).trim().to_owned())
}

fn parser() -> Result<tree_sitter::Parser> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_java_orchard::LANGUAGE.into())?;
    Ok(parser)
}

/// The unavoidable costs: CPU time of reading all changed blobs, and of parsing each distinct blob once.
struct Floor {
    handle: refdiff::git::Handle,
    parser: tree_sitter::Parser,
    seen: HashSet<ObjectId>,
    reading: Duration,
    parsing: Duration,
    bytes: usize,
}

impl Floor {
    fn new(repository: &Repository) -> Result<Self> {
        let (reading, parsing) = (Duration::ZERO, Duration::ZERO);
        let handle = repository.handle();
        Ok(Floor { handle, parser: parser()?, seen: HashSet::new(), reading, parsing, bytes: 0 })
    }

    fn add(&mut self, repository: &Repository, commits: &[ObjectId]) {
        for &id in commits {
            for content in contents(repository, &self.handle, id) {
                let start = ProcessTime::now();
                let text = self.handle.read(&content);
                self.reading += start.elapsed();
                let Content::Blob(blob) = content else { continue };
                if let (true, Ok(text)) = (self.seen.insert(blob), text) {
                    self.bytes += text.len();
                    let start = ProcessTime::now();
                    drop(self.parser.parse(&text, None));
                    self.parsing += start.elapsed();
                }
            }
        }
    }
}

/// Both sides of all changed files of a commit.
fn contents(repository: &Repository, handle: &refdiff::git::Handle, id: ObjectId) -> Vec<Content> {
    let Ok(commit) = repository.commit_info(id) else { return Vec::new() };
    let Some(&parent) = commit.parents.first() else { return Vec::new() };
    let Ok(changes) = handle.changes(Endpoint::Tree(parent), Endpoint::Tree(id)) else { return Vec::new() };
    changes.files.into_iter().flat_map(|f| [f.before, f.after]).flatten().collect()
}

/// Wall time of parsing both sides of a commit's files.
fn parse_commit(repository: &Repository, id: ObjectId) -> Result<Duration> {
    let handle = repository.handle();
    let mut parser = parser()?;
    let mut sum = Duration::ZERO;
    for content in contents(repository, &handle, id) {
        if let Ok(text) = handle.read(&content) {
            let start = std::time::Instant::now();
            drop(parser.parse(&text, None));
            sum += start.elapsed();
        }
    }
    Ok(sum)
}

/// The peak memory of this process, in megabytes; 0 if unknown.
fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}
