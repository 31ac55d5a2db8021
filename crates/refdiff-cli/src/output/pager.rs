//! The pager that git would use, by the environment and the user's own configuration, never the repository's.

use std::fs::File;
use std::process::{Child, Command, Stdio};

/// Starts a pager, and gives what it reads from; `None` where the user wants none or it cannot be started.
pub fn start() -> Option<(Child, File)> {
    let command = chosen(|name| std::env::var(name).ok(), refdiff::git::user_setting("core.pager"))?;
    if !is_there(&command) {
        return None;
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", &command]).stdin(Stdio::piped());
    for (name, value) in [("LESS", "FRX"), ("LV", "-c")] {
        if std::env::var_os(name).is_none() {
            shell.env(name, value);
        }
    }
    let mut child = shell.spawn().ok()?;
    let pipe = child.stdin.take()?;
    #[cfg(unix)]
    let pipe = std::os::fd::OwnedFd::from(pipe);
    #[cfg(windows)]
    let pipe = std::os::windows::io::OwnedHandle::from(pipe);
    Some((child, File::from(pipe)))
}

/// Whether the program of a command can be found; without it nothing would be shown at all.
fn is_there(command: &str) -> bool {
    let program = command.split_whitespace().next().unwrap_or_default();
    let plain = program.chars().all(|c| c.is_alphanumeric() || "-_.+".contains(c));
    let path = std::env::var_os("PATH").unwrap_or_default();
    !plain || std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn chosen(variable: impl Fn(&str) -> Option<String>, configured: Option<String>) -> Option<String> {
    if variable("TERM").is_some_and(|t| t == "dumb") {
        return None;
    }
    let command = variable("GIT_PAGER").or(configured).or_else(|| variable("PAGER"));
    let command = command.unwrap_or_else(|| "less".into());
    (!command.trim().is_empty() && command != "cat").then_some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_goes_before_the_configuration() {
        let with =
            |name: &'static str, value: &'static str| move |n: &str| (n == name).then(|| value.to_owned());
        assert_eq!(chosen(with("GIT_PAGER", "most"), Some("more".into())).as_deref(), Some("most"));
        assert_eq!(chosen(with("PAGER", "most"), Some("more".into())).as_deref(), Some("more"));
        assert_eq!(chosen(with("PAGER", "most"), None).as_deref(), Some("most"));
        assert_eq!(chosen(with("PAGER", "cat"), None), None);
        assert_eq!(chosen(with("GIT_PAGER", ""), Some("more".into())), None);
        assert_eq!(chosen(with("TERM", "dumb"), None), None);
        assert_eq!(chosen(|_| None, None).as_deref(), Some("less"));
    }
}
