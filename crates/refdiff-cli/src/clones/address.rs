//! What can be cloned, and what its clone is called.

use std::path::Path;

/// Whether this is something to clone, and no folder: an address, `host:path` as ssh has it, or a file, such as a bundle.
pub fn is_address(place: &str) -> bool {
    if place.contains("://") {
        return true;
    }
    let path = Path::new(place);
    if path.exists() {
        return path.is_file();
    }
    matches!(place.split_once(':'), Some((host, _)) if host.len() > 1 && !host.contains('/'))
}

/// An address for others to read: without passwords, keys and what is asked behind a `?`.
pub fn shown(address: &str) -> String {
    let (scheme, rest) = match address.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None if is_address(address) && !Path::new(address).exists() => (String::new(), address),
        None => return address.to_owned(),
    };
    let (host, path) = match rest.find('/') {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    let host = match host.rsplit_once('@') {
        // As in ssh: a name alone is no secret.
        Some((user, host)) if scheme.is_empty() && !user.contains(':') => format!("{user}@{host}"),
        Some((user, host)) if scheme == "ssh://" && !user.contains(':') => format!("{user}@{host}"),
        Some((_, host)) => host.to_owned(),
        None => host.to_owned(),
    };
    let path = path.split('?').next().unwrap_or_default();
    format!("{scheme}{host}{path}")
}

/// What a clone is called: the end of its address for people, and a hash of all of it and of what is left out.
pub(super) fn name_of(address: &str, filter: Option<u64>) -> String {
    let plain = shown(address);
    let end = plain.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or_default();
    let end = end.trim_end_matches(".git").trim_end_matches(".bundle");
    let plain: String =
        end.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).take(40).collect();
    format!("{plain}-{:016x}", refdiff::model::Symbol::of(format!("{address}\n{filter:?}")).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_folders() {
        for address in ["https://example.org/a.git", "git@example.org:a/b", "host:path", "file:///a"] {
            assert!(is_address(address), "{address}");
        }
        for path in [".", "/nowhere/at all", "a/b:c", "C:/there", "name"] {
            assert!(!is_address(path), "{path}");
        }
    }

    #[test]
    fn names_have_nothing_that_leads_elsewhere() {
        let name = name_of("https://example.org/x/../..%2f", None);
        assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')), "{name}");
        assert_ne!(name_of("https://example.org/a", None), name_of("https://example.com/a", None));
        assert_ne!(name_of("https://example.org/a", None), name_of("https://example.org/a", Some(1)));
    }

    #[test]
    fn secrets_are_not_shown() {
        for (address, public) in [
            ("https://ada:secret@example.org/a.git", "https://example.org/a.git"),
            ("https://secret@example.org/a.git?token=secret", "https://example.org/a.git"),
            ("ssh://git:secret@example.org/a", "ssh://example.org/a"),
            ("ssh://git@example.org/a", "ssh://git@example.org/a"),
            ("ada:secret@example.org:a/b", "example.org:a/b"),
            ("git@example.org:a/b@c", "git@example.org:a/b@c"),
            ("file:///a/b@c", "file:///a/b@c"),
            ("/a/b@c", "/a/b@c"),
        ] {
            assert_eq!(shown(address), public);
        }
        assert!(!name_of("https://example.org/?secret", None).contains("secret"));
    }
}
