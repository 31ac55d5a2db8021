//! How far a long run is, on standard error.

use crate::args::ProgressMode;
use crate::exit::note;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A bar on a terminal, lines where they were asked for, or nothing.
pub struct Progress {
    bar: ProgressBar,
    plain: Option<Instant>,
    total: usize,
    done: usize,
    found: usize,
}

/// How often a line is written.
const EVERY: Duration = Duration::from_secs(5);

impl Progress {
    pub fn new(mode: ProgressMode, total: usize) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = if mode == ProgressMode::Auto && terminal && total > 1 {
            let style = "{bar:30} {pos}/{len} commits, {per_sec}, {eta} left, {msg} refactorings";
            let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar =
                ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr_with_hz(10));
            bar.with_style(style).with_message("0")
        } else {
            ProgressBar::hidden()
        };
        let plain = (mode == ProgressMode::Plain).then(Instant::now);
        Progress { bar, plain, total, done: 0, found: 0 }
    }

    /// Nothing is shown.
    #[cfg(feature = "database")]
    pub fn none() -> Self {
        Progress::new(ProgressMode::None, 0)
    }

    /// One commit more, with so many refactorings.
    pub fn step(&mut self, found: usize) {
        self.done += 1;
        self.found += found;
        self.bar.inc(1);
        if !self.bar.is_hidden() {
            self.bar.set_message(self.found.to_string());
        }
        if self.plain.is_some_and(|last| last.elapsed() >= EVERY) {
            self.line();
            self.plain = Some(Instant::now());
        }
    }

    fn line(&self) {
        note(&format!("{}/{} commits, {} refactorings", self.done, self.total, self.found));
    }

    /// Does something that writes, with the bar out of the way.
    pub fn hidden<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { write() } else { self.bar.suspend(write) }
    }

    pub fn finish(&mut self) {
        self.bar.finish_and_clear();
        if self.plain.is_some() {
            self.line();
        }
    }
}
