//! Analyses many commits on several threads, and delivers them in order.

use crate::compare::ReportOptions;
use crate::error::{Error, Result};
use crate::git::{ObjectId, Repository};
use crate::pipeline::Analyser;
use crate::report::Report;
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many commits a thread may be ahead of the next one to be delivered: this bounds memory. With fewer, the other
/// threads would be idle while one is busy with a large commit.
const AHEAD: usize = 64;

/// The state shared by threads and the writer.
#[derive(Default)]
struct Progress {
    /// The next commit to start.
    next: usize,
    /// The number of delivered commits.
    written: usize,
    done: HashMap<usize, Result<Report>>,
    /// Whether the writer asked to stop.
    stopped: bool,
}

#[derive(Default)]
struct Queue {
    progress: Mutex<Progress>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'q>(&self, guard: MutexGuard<'q, Progress>) -> MutexGuard<'q, Progress> {
        self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the next commit, as soon as it is not too far ahead.
    fn take(&self, total: usize, ahead: usize) -> Option<usize> {
        let mut progress = self.lock();
        loop {
            if progress.stopped || progress.next >= total {
                return None;
            }
            if progress.next < progress.written + ahead {
                progress.next += 1;
                return Some(progress.next - 1);
            }
            progress = self.wait(progress);
        }
    }

    fn put(&self, index: usize, report: Result<Report>) {
        self.lock().done.insert(index, report);
        self.changed.notify_all();
    }

    fn get(&self, index: usize) -> Result<Report> {
        let mut progress = self.lock();
        loop {
            if let Some(report) = progress.done.remove(&index) {
                progress.written = index + 1;
                self.changed.notify_all();
                return report;
            }
            progress = self.wait(progress);
        }
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }
}

impl Repository {
    /// Analyses commits on `jobs` threads and passes each result to `sink`, in the order of `commits`. Stops early if
    /// `sink` returns `false`.
    pub fn compare_commits(
        &self,
        commits: &[ObjectId],
        jobs: usize,
        options: &ReportOptions,
        mut sink: impl FnMut(ObjectId, Result<Report>) -> bool,
    ) {
        let jobs = jobs.clamp(1, commits.len().max(1));
        if jobs == 1 {
            // Passing each commit between threads would cost more than it gains.
            let mut analyser = Analyser::new(self, options);
            for &id in commits {
                if !sink(id, caught(&mut analyser, self, id, options)) {
                    break;
                }
            }
            return;
        }
        let queue = Queue::default();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    let mut analyser = Analyser::new(self, options);
                    while let Some(index) = queue.take(commits.len(), jobs * AHEAD) {
                        queue.put(index, caught(&mut analyser, self, commits[index], options));
                    }
                });
            }
            for (index, &id) in commits.iter().enumerate() {
                if !sink(id, queue.get(index)) {
                    queue.stop();
                    break;
                }
            }
        });
    }
}

/// Analyses a commit; a panic is a failure of that commit only.
fn caught(
    analyser: &mut Analyser,
    repository: &Repository,
    id: ObjectId,
    options: &ReportOptions,
) -> Result<Report> {
    let attempt = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| analyser.commit(id, 1)));
    attempt.unwrap_or_else(|panic| {
        // The state of the analyser may be inconsistent.
        *analyser = Analyser::new(repository, options);
        let reason = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let reason = reason.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        Err(Error::Internal { commit: id.to_string(), reason })
    })
}
