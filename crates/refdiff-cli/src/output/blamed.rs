//! Lines with who wrote them, in the formats of `git blame`.

use super::{Destination, clean};
use crate::settings::Presentation;
use anyhow::Result;
use refdiff::git::{Commit, ObjectId, Repository};
use refdiff::{Blame, BlamedLine, FilePath};
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// What the table has beside the lines.
pub struct Columns {
    pub email: bool,
    pub author: bool,
    pub long: bool,
}

/// Where the lines go.
pub struct Blamed<'b> {
    out: Destination,
    repository: &'b Repository,
    blame: &'b Blame,
    commits: BTreeMap<ObjectId, Commit>,
    /// The commit and the path that were asked for.
    asked: (ObjectId, &'b FilePath),
    text: Vec<&'b [u8]>,
}

/// An author or committer, as git writes one.
struct Signature {
    name: String,
    email: String,
    seconds: i64,
    zone: String,
}

impl<'b> Blamed<'b> {
    pub fn new(
        presentation: &Presentation,
        repository: &'b Repository,
        blame: &'b Blame,
        asked: (ObjectId, &'b FilePath),
    ) -> Result<Self> {
        let mut commits = BTreeMap::new();
        for id in blame.lines.iter().filter_map(|l| l.commit) {
            if let std::collections::btree_map::Entry::Vacant(entry) = commits.entry(id) {
                entry.insert(repository.commit_info(id)?);
            }
        }
        let text = blame.text.split_inclusive(|&b| b == b'\n').collect();
        Ok(Blamed { out: Destination::new(presentation)?, repository, blame, commits, asked, text })
    }

    fn content(&self, line: &BlamedLine) -> &'b [u8] {
        let text = self.text.get(line.line - 1).copied().unwrap_or_default();
        text.strip_suffix(b"\n").unwrap_or(text)
    }

    fn author(&self, line: &BlamedLine) -> Signature {
        match line.commit.and_then(|id| self.commits.get(&id)) {
            Some(commit) => signature(&commit.author, commit.author_time),
            None => Signature {
                name: "Not Committed Yet".into(),
                email: "not.committed.yet".into(),
                seconds: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64),
                zone: "+0000".into(),
            },
        }
    }

    /// As git blame shows lines to people.
    pub fn table(&mut self, columns: &Columns) -> Result<()> {
        let whole = self.asked.0.to_string().len();
        let short: BTreeMap<ObjectId, usize> =
            self.commits.keys().map(|&id| (id, self.repository.short_id(id).len())).collect();
        let width = if columns.long { whole } else { short.values().max().copied().unwrap_or(7) + 1 };
        let shown = |line: &BlamedLine| {
            let id = line.commit.map_or_else(|| "0".repeat(whole), |id| id.to_string());
            if line.boundary { format!("^{}", &id[..width - 1]) } else { id[..width].to_owned() }
        };
        let moved = self.blame.lines.iter().any(|l| l.path != *self.asked.1);
        let path_width = self.blame.lines.iter().map(|l| l.path.to_string().len()).max().unwrap_or(0);
        let names: Vec<(String, String)> = self
            .blame
            .lines
            .iter()
            .map(|line| {
                let author = self.author(line);
                let name = if columns.email { format!("<{}>", author.email) } else { author.name.clone() };
                (clean(&name), date(line, self, &author))
            })
            .collect();
        let name_width = names.iter().map(|n| n.0.chars().count()).max().unwrap_or(0);
        let number_width = self.blame.lines.last().map_or(1, |l| l.line.to_string().len());
        for (line, (name, date)) in self.blame.lines.iter().zip(&names) {
            let (id, number) = (shown(line), line.line);
            write!(self.out, "{id} ")?;
            if moved {
                write!(self.out, "{:<path_width$} ", clean(&line.path.to_string()))?;
            }
            if columns.author {
                let pad = " ".repeat(name_width - name.chars().count());
                write!(self.out, "({name}{pad} {date} {number:>number_width$}) ")?;
            } else {
                write!(self.out, "{number:>number_width$}) ")?;
            }
            let content = self.content(line);
            self.out.write_all(content)?;
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// For programs. `every` repeats what is known of a commit for each line.
    pub fn porcelain(&mut self, every: bool, texts: bool) -> Result<()> {
        let mut told: HashSet<Option<ObjectId>> = HashSet::new();
        let paths: HashSet<(Option<ObjectId>, &FilePath)> =
            self.blame.lines.iter().map(|l| (l.commit, &l.path)).collect();
        let several = |id: Option<ObjectId>| paths.iter().filter(|p| p.0 == id).count() > 1;
        let follows = |x: &BlamedLine, y: &BlamedLine| {
            x.commit == y.commit
                && x.path == y.path
                && x.line + 1 == y.line
                && x.origin_line + 1 == y.origin_line
        };
        for group in self.blame.lines.chunk_by(follows) {
            for (number, line) in group.iter().enumerate() {
                let id = self.name(line.commit);
                let count = if number == 0 { format!(" {}", group.len()) } else { String::new() };
                if number == 0 || texts {
                    writeln!(self.out, "{id} {} {}{count}", line.origin_line, line.line)?;
                }
                let new = told.insert(line.commit);
                if new || every {
                    self.details(line)?;
                }
                if new || every || number == 0 && (several(line.commit) || !texts) {
                    self.place(line)?;
                }
                if texts {
                    let content = self.content(line);
                    self.out.write_all(b"\t")?;
                    self.out.write_all(content)?;
                    writeln!(self.out)?;
                }
            }
        }
        Ok(())
    }

    fn name(&self, commit: Option<ObjectId>) -> String {
        commit.map_or_else(|| "0".repeat(self.asked.0.to_string().len()), |id| id.to_string())
    }

    fn details(&mut self, line: &BlamedLine) -> Result<()> {
        let author = self.author(line);
        let commit = line.commit.and_then(|id| self.commits.get(&id));
        let committer = commit.map(|c| signature(&c.committer, c.time)).unwrap_or_else(|| self.author(line));
        let file = self.asked.1;
        let summary =
            commit.map_or_else(|| format!("Version of {file} from {file}"), |commit| commit.subject.clone());
        for (who, person) in [("author", &author), ("committer", &committer)] {
            writeln!(self.out, "{who} {}", person.name)?;
            writeln!(self.out, "{who}-mail <{}>", person.email)?;
            writeln!(self.out, "{who}-time {}", person.seconds)?;
            writeln!(self.out, "{who}-tz {}", person.zone)?;
        }
        writeln!(self.out, "summary {summary}")?;
        if line.boundary {
            writeln!(self.out, "boundary")?;
        }
        Ok(())
    }

    fn place(&mut self, line: &BlamedLine) -> Result<()> {
        let before = match (&line.previous, line.commit) {
            (Some((commit, path)), _) => Some((*commit, path)),
            (None, None) => Some((self.asked.0, self.asked.1)),
            (None, Some(_)) => None,
        };
        if let Some((commit, path)) = before {
            writeln!(self.out, "previous {commit} {path}")?;
        }
        writeln!(self.out, "filename {}", line.path)?;
        Ok(())
    }

    /// By which refactorings lines came where they are.
    pub fn explanations(&mut self) -> Result<()> {
        let came: Vec<&BlamedLine> = self.blame.lines.iter().filter(|l| !l.via.is_empty()).collect();
        writeln!(self.out)?;
        if came.is_empty() {
            writeln!(self.out, "no line came by a refactoring")?;
        }
        for group in came.chunk_by(|x, y| x.via == y.via && x.line + 1 == y.line) {
            let lines = match group {
                [one] => format!("line {}", one.line),
                _ => format!("lines {} to {}", group[0].line, group[group.len() - 1].line),
            };
            for (commit, what) in &group[0].via {
                let id = self.repository.short_id(*commit);
                writeln!(self.out, "{lines}: {id} {}", clean(what))?;
            }
        }
        Ok(())
    }

    pub fn finish(self) -> Result<()> {
        self.out.finish()
    }
}

/// `2009-04-29 04:09:42 +0800`.
fn date(line: &BlamedLine, blamed: &Blamed<'_>, author: &Signature) -> String {
    let known = line.commit.and_then(|id| blamed.commits.get(&id));
    let iso =
        known.map_or_else(|| refdiff::git::format_date(author.seconds), |commit| commit.author.date.clone());
    let day = iso.get(..10).unwrap_or_default();
    let time = iso.get(11..19).unwrap_or_default();
    format!("{day} {time} {}", author.zone)
}

fn signature(person: &refdiff::Person, seconds: i64) -> Signature {
    let zone = person.date.get(19..).unwrap_or_default().replace(':', "");
    let zone = if zone.is_empty() || zone == "Z" { "+0000".into() } else { zone };
    Signature { name: person.name.clone(), email: person.email.clone(), seconds, zone }
}
