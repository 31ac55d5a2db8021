//! The command `refdiff`.

use std::process::ExitCode;

/// Most of what is allocated here is small and short-lived, on several threads: this costs a third less than the
/// system's allocator on a long history.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    refdiff_cli::complete();
    refdiff_cli::run(std::env::args_os())
}
