//! The first interrupt ends the work cleanly; the second one at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user wants to stop.
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Listens for interrupts from now on.
pub fn flag() -> Interrupt {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = flag.clone();
    // Where it cannot be installed, an interrupt ends the program as it would anyway.
    let _ = ctrlc::set_handler(move || {
        if shared.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    Interrupt(flag)
}
