//! Which repositories are to be mined.

use crate::args::Mine;
use crate::clones::shown;
use anyhow::{Context, Result, bail};
use std::io::Read;
use std::path::Path;

/// A repository of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// A path or an address.
    pub place: String,
    pub name: Option<String>,
}

impl Listed {
    /// What the list says of it: the name, or the path as it is written, without passwords.
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| shown(&self.place))
    }
}

/// The repositories that were named, each once, and of them those of this part.
pub fn repositories(args: &Mine) -> Result<(Vec<Listed>, usize)> {
    let mut listed: Vec<Listed> = Vec::new();
    for place in &args.repositories {
        let entry = Listed { place: place.clone(), name: None };
        if !listed.contains(&entry) {
            listed.push(entry);
        }
    }
    if let Some(path) = &args.repos {
        let text = if path == Path::new("-") {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map(|_| text)
        } else {
            std::fs::read_to_string(path)
        };
        let text = text.with_context(|| format!("cannot read the list '{}'", path.display()))?;
        let more = parse(&text);
        if more.is_empty() {
            bail!("the list '{}' names no repository", path.display());
        }
        for entry in more {
            if !listed.contains(&entry) {
                listed.push(entry);
            }
        }
    }
    let total = listed.len();
    listed.retain(|entry| {
        args.shard.is_none_or(|shard| shard.holds(entry.name.as_deref().unwrap_or(&entry.place)))
    });
    Ok((listed, total))
}

/// A path on each line, or a path, a tab and a name; each repository once.
fn parse(text: &str) -> Vec<Listed> {
    let mut listed: Vec<Listed> = Vec::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (place, name) = match line.split_once('\t') {
            Some((place, name)) => (place.trim(), Some(name.trim().to_owned())),
            None => (line, None),
        };
        let entry = Listed { place: place.into(), name };
        if !listed.contains(&entry) {
            listed.push(entry);
        }
    }
    listed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_paths_names_blanks_and_comments() {
        let listed = parse("# mine\n/a/b\n\n/c d\tsee\r\n/a/b\n");
        let entry =
            |place: &str, name: Option<&str>| Listed { place: place.into(), name: name.map(Into::into) };
        assert_eq!(listed, [entry("/a/b", None), entry("/c d", Some("see"))]);
    }
}
