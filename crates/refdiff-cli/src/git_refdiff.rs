//! `git refdiff ARGUMENTS` is `refdiff ARGUMENTS`: starts the program of that name beside this one, or else on the path.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let name = format!("refdiff{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(&name)).filter(|p| p.exists());
    let mut command = Command::new(beside.unwrap_or_else(|| name.into()));
    command.args(std::env::args_os().skip(1));
    match command.status() {
        Ok(status) => ExitCode::from(status.code().and_then(|c| u8::try_from(c).ok()).unwrap_or(130)),
        Err(error) => {
            use std::io::Write;
            // Nothing can be done where standard error is closed.
            let _ = writeln!(std::io::stderr(), "git-refdiff: cannot start refdiff: {error}");
            ExitCode::from(2)
        }
    }
}
