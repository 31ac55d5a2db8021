//! Work on threads of its own, so that the interpreter can go on, and Ctrl-C be heard.

use crate::error;
use anyhow::Result;
use pyo3::prelude::*;
use refdiff_cli::embed::Stop;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often to look whether the user wants to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// Waits for what another thread sends; `None` where nothing more will come. `waiting` is called now and then. Where that or a
/// signal ends it, `stop` is set.
pub fn receive<T: Send>(
    py: Python<'_>,
    receiver: &Mutex<Receiver<T>>,
    stop: &Stop,
    mut waiting: impl FnMut() -> PyResult<()>,
) -> PyResult<Option<T>> {
    loop {
        let answer = py.detach(|| {
            let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.recv_timeout(PATIENCE)
        });
        match answer {
            Ok(value) => return Ok(Some(value)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals().and_then(|()| waiting()) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(signal);
                }
            }
        }
    }
}

/// Runs something on a thread and waits for it.
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> Result<T> + Send + 'static,
) -> PyResult<T> {
    waited(py, || Ok(()), work)
}

/// The same; `waiting` is called now and then.
pub fn waited<T: Send + 'static>(
    py: Python<'_>,
    waiting: impl FnMut() -> PyResult<()>,
    work: impl FnOnce(&Stop) -> Result<T> + Send + 'static,
) -> PyResult<T> {
    let stop = Stop::default();
    let (give, answer) = sync_channel(1);
    let shared = stop.clone();
    std::thread::spawn(move || give.send(work(&shared)));
    match receive(py, &Mutex::new(answer), &stop, waiting)? {
        Some(result) => result.map_err(error),
        None => Err(error(anyhow::anyhow!("the analysis ended without a result"))),
    }
}
