//! How elements are called where people read: short names, and what both sides share said once.

use super::clean;
use refdiff::{Element, Refactoring};

/// What happened to names: what is common stands in both or before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The package, `{old → new}` where it changed and that is what the refactoring is about; empty where paths tell it.
    pub package: String,
    /// The name before; empty where both sides have the same.
    pub before: String,
    /// The name after, without the owner that both share.
    pub after: String,
}

impl Names {
    /// The names of a refactoring's elements.
    pub fn of(found: &Refactoring) -> Names {
        let (before, after) = (&found.before, &found.after);
        if before.kind == "package" {
            return Names { package: String::new(), ..Names::keys(found) };
        }
        let (old, new) = (clean(before.short_name()), clean(after.short_name()));
        let moved = before.qualifier() != after.qualifier();
        // What is inside of a type is found by its file; a type that moved, by its package.
        let package = if moved && old == new {
            common(&clean(before.qualifier()), &clean(after.qualifier()), '.')
        } else {
            String::new()
        };
        match (old == new, moved) {
            (true, _) => Names { package, before: String::new(), after: new },
            (false, false) => Names { package, after: unshared(&old, &new).to_owned(), before: old },
            (false, true) => {
                let is_type = before.short_name() == before.simple_name();
                let package = match is_type {
                    true => common(&clean(before.qualifier()), &clean(after.qualifier()), '.'),
                    false => String::new(),
                };
                Names { package, before: old, after: new }
            }
        }
    }

    /// The same with whole keys on both sides.
    pub fn keys(found: &Refactoring) -> Names {
        let (before, after) = (clean(&found.before.key), clean(&found.after.key));
        Names { package: String::new(), after: unshared(&before, &after).to_owned(), before }
    }

    /// In one line of plain text: `old → new`, with the package before what moved as it is.
    pub fn plain(&self) -> String {
        let dot = if self.package.is_empty() { "" } else { "." };
        if self.before.is_empty() {
            format!("{}{dot}{}", self.package, self.after)
        } else if self.package.is_empty() {
            format!("{} → {}", self.before, self.after)
        } else {
            format!("{}.{{{} → {}}}", self.package, self.before, self.after)
        }
    }
}

/// What a report about something finer than an entity says: `was → is`.
pub fn finer(found: &Refactoring) -> (Option<String>, Option<String>) {
    let text = |element: &Element| element.subject.as_ref().map(|s| clean(&s.text));
    (text(&found.before), text(&found.after))
}

/// Where a refactoring is: one path, what both sides share said once.
pub fn place(found: &Refactoring) -> String {
    if !found.group.names_entities() {
        let at = if found.after.subject.is_some() { &found.after } else { &found.before };
        let line = at.subject.as_ref().map_or(at.start_line, |s| s.start_line);
        return format!("{}:{line}", clean(&at.file));
    }
    let (before, after) = (clean(&found.before.file), clean(&found.after.file));
    let lines = (found.before.start_line, found.after.start_line);
    if before == after {
        return match lines.0 == lines.1 || found.refactoring.corresponds() && !found.refactoring.moves() {
            true => format!("{after}:{}", lines.1),
            false => format!("{after}:{} → {}", lines.0, lines.1),
        };
    }
    let (old, new) = (format!("{before}:{}", lines.0), format!("{after}:{}", lines.1));
    // The line of a file that only moved is the same thing on both sides.
    if lines.0 == lines.1 {
        format!("{}:{}", common(&before, &after, '/'), lines.1)
    } else {
        common(&old, &new, '/')
    }
}

/// Two paths or names with what they share at both ends said once: `a/{b → c}/d`.
pub fn common(before: &str, after: &str, sign: char) -> String {
    if before == after {
        return after.to_owned();
    }
    if before.is_empty() || after.is_empty() {
        let named = |part: &str| if part.is_empty() { "nothing".to_owned() } else { part.to_owned() };
        return format!("{{{} → {}}}", named(before), named(after));
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (before.split(sign).collect(), after.split(sign).collect());
    let most = old.len().min(new.len());
    let first = (0..most).take_while(|&i| old[i] == new[i]).count();
    let last = (0..most - first).take_while(|&i| old[old.len() - 1 - i] == new[new.len() - 1 - i]).count();
    let sep = sign.to_string();
    let middle = |parts: &[&str]| parts[first..parts.len() - last].join(&sep);
    let inside = match (middle(&old), middle(&new)) {
        (old, new) if old.is_empty() => format!("{{ → {new}}}"),
        (old, new) if new.is_empty() => format!("{{{old} → }}"),
        (old, new) => format!("{{{old} → {new}}}"),
    };
    if first == 0 && last == 0 {
        return format!("{before} → {after}");
    }
    let mut parts: Vec<String> = old[..first].iter().map(|p| (*p).to_owned()).collect();
    parts.push(inside);
    parts.extend(old[old.len() - last..].iter().map(|p| (*p).to_owned()));
    parts.join(&sep)
}

/// The name after, without the owner that both share.
fn unshared<'a>(before: &str, after: &'a str) -> &'a str {
    let owner = |key: &str| {
        let head = key.find('(').unwrap_or(key.len());
        key[..head].rfind('.').map_or(0, |dot| dot + 1)
    };
    let (one, two) = (owner(before), owner(after));
    if before[..one] == after[..two] { &after[two..] } else { after }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_is_said_once() {
        assert_eq!(common("a/b/C.java", "a/c/C.java", '/'), "a/{b → c}/C.java");
        assert_eq!(common("a/C.java", "a/b/C.java", '/'), "a/{ → b}/C.java");
        assert_eq!(common("a.b", "c.d", '.'), "a.b → c.d");
        assert_eq!(common("a", "a", '.'), "a");
        assert_eq!(common("", "p", '.'), "{nothing → p}");
        assert_eq!(common("a/a", "a/a/a", '/'), "a/a/{ → a}");
        assert_eq!(unshared("A.f(x.Y)", "A.g(x.Y)"), "g(x.Y)");
        assert_eq!(unshared("A.f()", "B.f()"), "B.f()");
    }
}
