//! Addresses of commits and lines on the host of a repository.

use percent_encoding::{AsciiSet, CONTROLS, percent_encode};

/// What a path in an address may not have as it is.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'(')
    .add(b')')
    .add(b'[')
    .add(b']')
    .add(b'\\')
    .add(b'*')
    .add(b'_')
    .add(b'~')
    .add(b'|')
    .add(b'&')
    .add(b'\'');

/// How a host writes its addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    GitHub,
    GitLab,
    Gitea,
}

/// Where a repository is hosted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forge {
    base: String,
    style: Style,
}

impl Forge {
    /// What the address of a remote says, where the host is one of those that are known by name.
    pub fn of(remote: &str) -> Option<Forge> {
        let base = base(remote)?;
        let host = base.split_once("://")?.1.split('/').next()?.to_lowercase();
        let names = |words: &[&str]| words.iter().any(|word| host.contains(word));
        let style = match () {
            () if names(&["github"]) => Style::GitHub,
            () if names(&["gitlab"]) => Style::GitLab,
            () if names(&["gitea", "codeberg", "forgejo"]) => Style::Gitea,
            () => return None,
        };
        Some(Forge { base, style })
    }

    /// What somebody typed: `https://host/team/repository`, after `github=`, `gitlab=` or `gitea=` where the name of the host
    /// does not say which it is.
    pub fn typed(text: &str) -> Option<Forge> {
        let named = [("github=", Style::GitHub), ("gitlab=", Style::GitLab), ("gitea=", Style::Gitea)];
        for (name, style) in named {
            if let Some(rest) = text.strip_prefix(name) {
                return Some(Forge { base: base(rest)?, style });
            }
        }
        Forge::of(text).or_else(|| Some(Forge { base: base(text)?, style: Style::GitHub }))
    }

    /// The address of a commit.
    pub fn commit(&self, id: &str) -> String {
        match self.style {
            Style::GitLab => format!("{}/-/commit/{id}", self.base),
            _ => format!("{}/commit/{id}", self.base),
        }
    }

    /// The address of lines of a file of a commit.
    pub fn lines(&self, commit: &str, path: &[u8], start: usize, end: usize) -> String {
        let path: Vec<String> =
            path.split(|&b| b == b'/').map(|part| percent_encode(part, PATH).to_string()).collect();
        let (path, base) = (path.join("/"), &self.base);
        let folder = match self.style {
            Style::GitHub => "blob",
            Style::GitLab => "-/blob",
            Style::Gitea => "src/commit",
        };
        let second = if self.style == Style::GitLab { "-" } else { "-L" };
        let lines = if end > start { format!("#L{start}{second}{end}") } else { format!("#L{start}") };
        format!("{base}/{folder}/{commit}/{path}{lines}")
    }
}

/// The address of a repository's pages: `git@host:team/name.git` and the like as `https://host/team/name`. Without names and
/// passwords of people.
fn base(remote: &str) -> Option<String> {
    let remote = remote.trim().trim_end_matches('/');
    let rest = match remote.split_once("://") {
        Some(("http" | "https" | "ssh" | "git", rest)) => rest.to_owned(),
        Some(_) => return None,
        None => {
            let (host, path) = remote.split_once(':')?;
            format!("{host}/{path}")
        }
    };
    let (host, path) = rest.split_once('/')?;
    let host = host.rsplit('@').next()?;
    let host = if remote.starts_with("ssh://") { host.split(':').next()? } else { host };
    let path = path.trim_end_matches(".git").trim_matches('/');
    // Inside of a network a host may have no dot; then the address must say that it is one.
    let is_web = remote.starts_with("http://") || remote.starts_with("https://");
    let is_host = (host.contains('.') || is_web && !host.is_empty())
        && host.chars().all(|c| c.is_ascii_alphanumeric() || ".-:".contains(c));
    let is_path = !path.is_empty() && path.chars().all(|c| c.is_ascii_alphanumeric() || "._-/~+".contains(c));
    let scheme = if remote.starts_with("http://") { "http" } else { "https" };
    (is_host && is_path).then(|| format!("{scheme}://{host}/{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remotes_become_addresses() {
        let lines = |remote| Forge::of(remote).map(|forge| forge.lines("abc", b"a b/C.java", 3, 5));
        assert_eq!(
            lines("git@github.com:team/cart.git").unwrap_or_default(),
            "https://github.com/team/cart/blob/abc/a%20b/C.java#L3-L5"
        );
        assert_eq!(
            lines("https://me:secret@gitlab.example.org/group/sub/cart.git").unwrap_or_default(),
            "https://gitlab.example.org/group/sub/cart/-/blob/abc/a%20b/C.java#L3-5"
        );
        assert_eq!(
            lines("ssh://git@codeberg.org:22/team/cart").unwrap_or_default(),
            "https://codeberg.org/team/cart/src/commit/abc/a%20b/C.java#L3-L5"
        );
        assert_eq!(
            lines("http://gitlab/group/cart").unwrap_or_default(),
            "http://gitlab/group/cart/-/blob/abc/a%20b/C.java#L3-5"
        );
        assert_eq!(lines("gitlab:group/cart"), None);
        assert_eq!(lines("/srv/git/cart.git"), None);
        assert_eq!(lines("https://example.org/cart.git"), None);
        assert_eq!(lines("https://github.com/a)b[c"), None);
        let typed = |text| Forge::typed(text).map(|forge| forge.commit("abc"));
        assert_eq!(
            typed("gitlab=https://code.example.org/cart").unwrap_or_default(),
            "https://code.example.org/cart/-/commit/abc"
        );
        assert_eq!(
            typed("https://code.example.org/cart").unwrap_or_default(),
            "https://code.example.org/cart/commit/abc"
        );
        assert_eq!(typed("cart"), None);
        assert_eq!(
            typed("gitea=http://10.0.0.1:3000/cart").unwrap_or_default(),
            "http://10.0.0.1:3000/cart/commit/abc"
        );
    }
}
