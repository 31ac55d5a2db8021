//! Clones of other people's repositories, for those who mine many.

use crate::threads::interruptible;
use pyo3::prelude::*;
use refdiff_cli::clones::{Clones, Lease};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// A clone that stays as long as it is open.
#[pyclass(frozen, module = "refdiff._native")]
pub struct Clone {
    lease: Mutex<Option<Lease>>,
    #[pyo3(get)]
    path: PathBuf,
}

#[pymethods]
impl Clone {
    /// Clones an address into a folder, or fetches what is new where it is there already. `limit` is in bytes, for all clones
    /// of the folder; files of more than `largest_file` bytes may be left out.
    #[new]
    #[pyo3(signature = (address, folder, limit=None, largest_file=None))]
    fn new(
        py: Python<'_>,
        address: String,
        folder: PathBuf,
        limit: Option<u64>,
        largest_file: Option<u64>,
    ) -> PyResult<Self> {
        let lease = interruptible(py, move |stop| {
            let stopped = || stop.load(Ordering::Relaxed);
            Clones::new(&folder, limit, largest_file, &stopped).get(&address)
        })?;
        Ok(Clone { path: lease.path().to_owned(), lease: Mutex::new(Some(lease)) })
    }

    /// Lets others remove it where they need room.
    fn close(&self) {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
