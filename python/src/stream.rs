//! Commits and steps of a history, one after the other, while a thread works on the next.

use crate::error;
use crate::objects;
use crate::tables::{Table, collect};
use crate::threads::{interruptible, receive};
use anyhow::Result;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use refdiff::{Report, Step};
use refdiff_cli::embed::{self, Stop};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

/// So many results may wait to be taken: this bounds memory.
const WAITING: usize = 8;

/// What a thread sends.
enum Sent {
    Report(Box<Report>),
    Step(Box<Step>),
    Failed(anyhow::Error),
}

/// Results, one after the other.
#[pyclass(frozen, module = "refdiff._native")]
pub struct Stream {
    sent: Mutex<Receiver<Sent>>,
    stop: Stop,
    /// The process that works on it.
    process: u32,
}

impl Stream {
    /// Begins to work.
    fn begin(work: impl FnOnce(&Stop, &SyncSender<Sent>) -> Result<()> + Send + 'static) -> Self {
        let (give, sent) = sync_channel(WAITING);
        let stop = Stop::default();
        let shared = stop.clone();
        std::thread::spawn(move || {
            if let Err(error) = work(&shared, &give) {
                // Nobody may be there to hear it.
                let _ = give.send(Sent::Failed(error));
            }
        });
        Stream { sent: Mutex::new(sent), stop, process: std::process::id() }
    }
}

#[pymethods]
impl Stream {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.process != std::process::id() {
            // Its threads are not there after a fork, and what they do would be waited for in vain.
            return Err(PyRuntimeError::new_err("another process began this; call log() or history() again"));
        }
        match receive(py, &self.sent, &self.stop, || Ok(()))? {
            Some(Sent::Report(report)) => Ok(Some(objects::report(py, &report)?)),
            Some(Sent::Step(step)) => Ok(Some(objects::step(py, &step)?)),
            Some(Sent::Failed(reason)) => Err(error(reason)),
            None => Ok(None),
        }
    }

    /// Ends the work; what is ready can still be taken.
    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Commits that are to be analysed, once.
#[pyclass(frozen, module = "refdiff._native")]
pub struct Log {
    log: Mutex<Option<embed::Log>>,
    #[pyo3(get)]
    name: String,
    #[pyo3(get)]
    commits: Vec<String>,
    /// What of the history could not be read.
    #[pyo3(get)]
    lost: Vec<String>,
}

#[pymethods]
impl Log {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf, arguments: Vec<String>) -> PyResult<Self> {
        let log = interruptible(py, move |_| embed::Log::new(&folder, &arguments))?;
        let name = log.name().to_owned();
        let commits = log.commits().collect();
        let lost = log.lost().iter().map(|lost| lost.reason.clone()).collect();
        Ok(Log { log: Mutex::new(Some(log)), name, commits, lost })
    }

    /// One report after the other, on so many threads.
    #[pyo3(signature = (jobs=None))]
    fn reports(&self, jobs: Option<usize>) -> PyResult<Stream> {
        let mut log = self.take()?;
        jobs.into_iter().for_each(|jobs| log.set_jobs(jobs));
        Ok(Stream::begin(move |stop, give| {
            log.run(stop, |report| give.send(Sent::Report(Box::new(report))).is_ok())
        }))
    }

    /// All reports as tables. `progress` is called with the number of commits that are done; `cache` is in megabytes.
    #[pyo3(signature = (names, progress=None, cache=None))]
    fn tables(
        &self,
        py: Python<'_>,
        names: Vec<String>,
        progress: Option<Py<PyAny>>,
        cache: Option<usize>,
    ) -> PyResult<Vec<(String, Table)>> {
        collect(py, &names, progress, self.name.clone(), || {
            let mut log = self.take()?;
            cache.into_iter().for_each(|megabytes| log.set_cache(megabytes));
            Ok(log)
        })
    }
}

impl Log {
    fn take(&self) -> PyResult<embed::Log> {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.take()
            .ok_or_else(|| PyRuntimeError::new_err("these commits were analysed already; call log() again"))
    }
}

/// The commits in which an element changed.
#[pyfunction]
pub fn history(folder: PathBuf, arguments: Vec<String>) -> Stream {
    Stream::begin(move |stop, give| {
        embed::history(&folder, &arguments, stop, |step| give.send(Sent::Step(Box::new(step))).is_ok())
    })
}
