//! `md`: a comment for a pull request. A few lines first, the rest folded, never longer than the hosts take.

use super::forge::Forge;
use super::names::{Names, finer, place};
use super::outline::{Entry, What, counted_types, finer_changes, largest, outline, rank};
use super::{Left, Writer, clean, counted};
use crate::commands::short;
use crate::settings::Presentation;
use anyhow::Result;
use refdiff::{Element, FilePath, Group, Leftover, LeftoverKind, LineRange, Refactoring, Report, Residual};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;

/// The longest comment that the large hosts take, and what is kept for the last lines.
const LONGEST: usize = 65_536;
const RESERVED: usize = 600;
/// So many characters are kept for what is left to review.
const LEFT: usize = 24_000;
/// So many ranges of lines of a file are named.
const RANGES: usize = 12;

pub struct Markdown {
    forge: Option<Forge>,
    /// Whether what follows from something else is listed and not counted.
    lists_consequences: bool,
    /// How many characters were written.
    written: usize,
    /// How many are kept for what comes last.
    kept: usize,
    /// What did not fit.
    left_out: usize,
    commits_left_out: usize,
}

impl Writer for Markdown {
    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        if report.commit.is_some() && report.refactorings.is_empty() && report.residual.is_none() {
            return Ok(());
        }
        let entries = outline(report);
        if !self.put(out, &summary(report, &entries))? {
            self.left_out += report.refactorings.len();
            self.commits_left_out += 1;
            return Ok(());
        }
        let part = |entry: &Entry<'_>| match rank(entry.found.refactoring) {
            (Group::Structure, 0 | 1) => "Packages and types",
            (Group::Structure, _) => "Methods and fields",
            (Group::Pattern, _) => "Patterns",
            _ => "Signatures and details",
        };
        let forge = self.forge.clone();
        let links = Links::of(report, forge.as_ref());
        // What is left to review is what the comment is for: the lists before it leave it room.
        let left: Vec<String> = report.residual.iter().flat_map(|r| leftovers(r, &links)).collect();
        self.kept = left.iter().map(|line| line.chars().count()).sum::<usize>().min(LEFT);
        for group in entries.chunk_by(|x, y| part(x) == part(y)) {
            let title = format!("{} ({})", part(&group[0]), group.len());
            let mut lines = Vec::new();
            group.iter().for_each(|entry| self.entry(entry, &links, 0, &mut lines));
            self.left_out += self.folded(out, &title, &lines)?;
        }
        if let Some(residual) = &report.residual {
            let files = files(residual);
            let code = files.iter().filter(|((_, kind), _)| *kind != LeftoverKind::Layout);
            let read = code.map(|((file, _), _)| file).collect::<BTreeSet<_>>().len();
            let title = format!(
                "Left to review: {} in {}",
                counted(Left::of(residual).code(), "line"),
                counted(read, "file")
            );
            self.kept = 0;
            self.left_out += self.folded(out, &title, &left)?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<()> {
        if self.written == 0 && self.left_out == 0 {
            writeln!(out, "### refdiff: no refactorings")?;
        }
        if self.left_out > 0 || self.commits_left_out > 0 {
            let mut what = vec![counted(self.left_out, "line")];
            if self.commits_left_out > 0 {
                what.push(counted(self.commits_left_out, "commit"));
            }
            writeln!(
                out,
                "\n_{} did not fit into a comment of {LONGEST} characters; `refdiff` on the command line shows all._",
                what.join(" and ")
            )?;
        }
        Ok(())
    }
}

impl Markdown {
    pub fn new(presentation: &Presentation) -> Self {
        Markdown {
            forge: presentation.forge.clone(),
            lists_consequences: presentation.lists_consequences,
            written: 0,
            kept: 0,
            left_out: 0,
            commits_left_out: 0,
        }
    }

    /// Writes a piece where there is room for it.
    fn put(&mut self, out: &mut dyn Write, text: &str) -> Result<bool> {
        let length = text.chars().count();
        if self.written + length + RESERVED > LONGEST {
            return Ok(false);
        }
        self.written += length;
        out.write_all(text.as_bytes())?;
        Ok(true)
    }

    /// A folded list of as many lines as fit; gives how many did not.
    fn folded(&mut self, out: &mut dyn Write, title: &str, lines: &[String]) -> Result<usize> {
        let (head, tail) = (format!("<details><summary>{title}</summary>\n\n"), "\n</details>\n\n");
        let mut body = String::new();
        let mut shown = 0;
        let mut length = self.written + self.kept + head.chars().count() + tail.len() + RESERVED;
        for line in lines {
            length += line.chars().count();
            if length > LONGEST {
                break;
            }
            body.push_str(line);
            shown += 1;
        }
        if shown > 0 {
            self.put(out, &format!("{head}{body}{tail}"))?;
        }
        Ok(lines.len() - shown)
    }

    /// A refactoring, and below it what follows from it.
    fn entry(&self, entry: &Entry<'_>, links: &Links<'_>, depth: usize, lines: &mut Vec<String>) {
        let indent = "  ".repeat(depth);
        lines.push(format!("{indent}- {}\n", refactoring(entry.found, links)));
        if self.lists_consequences {
            entry.consequences.iter().for_each(|effect| self.entry(effect, links, depth + 1, lines));
        } else if !entry.counts.is_empty() {
            lines.push(format!("{indent}  - with it: {}\n", counted_types(&entry.counts)));
        }
    }
}

/// Addresses of lines on the repository's host.
struct Links<'a> {
    forge: Option<&'a Forge>,
    /// The commits before and after; none where a side is no commit.
    commits: [Option<&'a str>; 2],
}

const BEFORE: usize = 0;
const AFTER: usize = 1;

impl<'a> Links<'a> {
    fn of(report: &'a Report, forge: Option<&'a Forge>) -> Self {
        let commit = |id: &'a Option<String>| {
            let is_id = |id: &&str| matches!(id.len(), 40 | 64) && id.bytes().all(|b| b.is_ascii_hexdigit());
            id.as_deref().filter(is_id)
        };
        // A merge may have been compared with what git made of its parents, which has no page.
        let is_parent = report.commit.is_none() || report.before_rev == report.parent;
        let before = if is_parent { &report.before_rev } else { &None };
        Links { forge, commits: [commit(before), commit(&report.after_rev)] }
    }

    /// A text as a link to lines of one side; as it is where there is nothing to link to.
    fn to(&self, text: &str, side: usize, path: &[u8], start: usize, end: usize) -> String {
        match (self.forge, self.commits[side]) {
            (Some(forge), Some(commit)) if start > 0 => {
                format!("[{text}]({})", forge.lines(commit, path, start, end))
            }
            _ => text.to_owned(),
        }
    }
}

/// What there is, in a few lines.
fn summary(report: &Report, entries: &[Entry<'_>]) -> String {
    let found = match (report.refactorings.len(), report.hidden) {
        (0, 0) => "no refactorings".to_owned(),
        (0, hidden) => format!("no refactorings shown; filters hide {hidden}"),
        (count, 0) => counted(count, "refactoring"),
        (count, hidden) => format!("{}; filters hide {hidden}", counted(count, "refactoring")),
    };
    let mut text = match (&report.commit, &report.subject) {
        (Some(commit), Some(subject)) => {
            format!("### {found} in `{}`\n\n{}\n\n", short(commit), code(subject))
        }
        _ => format!("### refdiff: {found}\n\n"),
    };
    if let Some(residual) = &report.residual {
        let words = Left::of(residual).words();
        let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
        text.push_str(&format!("**{}{rest}.**\n\n", first.to_uppercase()));
    }
    if let Some(largest) = largest(report, entries) {
        let what = match largest.what {
            What::One(found) => format!("**{}** {}", found.refactoring, names(found)),
            What::Many(refactoring, count) => format!("{count} **{refactoring}**"),
        };
        text.push_str(&format!("Largest: {what}, about {} changed lines\n\n", largest.lines));
    }
    if !entries.is_empty() {
        let mut counts = BTreeMap::new();
        for found in &report.refactorings {
            *counts.entry(found.refactoring).or_default() += 1;
        }
        text.push_str(&format!("{}\n\n", counted_types(&counts)));
    }
    if let Some(finer) = finer_changes(report) {
        text.push_str(&format!("{finer}\n\n"));
    }
    if !report.incomplete.is_empty() {
        text.push_str(&format!(
            "⚠ {} could not be analysed in full.\n\n",
            counted(report.incomplete.len(), "file")
        ));
    }
    text
}

/// So many characters of a name or subject are shown.
const LONGEST_NAME: usize = 200;

/// A text that is not too long to be read.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What an element was called and is called.
fn names(found: &Refactoring) -> String {
    if !found.group.names_entities() {
        let (was, is) = finer(found);
        let sides: Vec<String> = [was, is].into_iter().flatten().map(|text| code(&text)).collect();
        return format!("{} in {}", sides.join(" → "), code(found.after.short_name()));
    }
    let names = Names::of(found);
    match names.before.is_empty() || !names.package.is_empty() {
        true => code(&names.plain()),
        false => format!("{} → {}", code(&names.before), code(&names.after)),
    }
}

fn refactoring(found: &Refactoring, links: &Links<'_>) -> String {
    let lines = |e: &Element| match &e.subject {
        Some(subject) => (subject.start_line, subject.start_line),
        None => (e.start_line, e.end_line),
    };
    let link = |text: &str, side: usize, e: &Element| {
        let (start, end) = lines(e);
        links.to(text, side, e.path.as_bytes(), start as usize, end as usize)
    };
    // The address has the whole path.
    let whole = |side: usize, e: &Element| {
        let name = e.file.rsplit('/').next().unwrap_or_default();
        let short = link(&code(&clean(&format!("{name}:{}", lines(e).0))), side, e);
        if short.starts_with('[') { short } else { code(&place(found)) }
    };
    let mut text = format!("**{}** {}, ", found.refactoring, names(found));
    let gone = !found.group.names_entities() && found.after.subject.is_none();
    if gone {
        text.push_str(&whole(BEFORE, &found.before));
    } else {
        text.push_str(&whole(AFTER, &found.after));
        let before = link("before", BEFORE, &found.before);
        // Where there are no links, the place says it.
        if found.group.names_entities() && before != "before" {
            text.push_str(&format!(" ({before})"));
        }
    }
    if let Some(similarity) = found.similarity {
        text.push_str(&format!(", {:.0}% alike", similarity * 100.0));
    }
    if found.is_unsure() {
        text.push_str(", **unsure**");
    }
    text
}

/// What is left, a line for each file and kind.
fn leftovers(residual: &Residual, links: &Links<'_>) -> Vec<String> {
    // A range has its path as it is shown; an address needs the path itself.
    let hunks = residual.hunks.iter().flat_map(|hunk| [&hunk.before_file, &hunk.after_file]).flatten();
    let paths: HashMap<String, &FilePath> = hunks.map(|path| (path.to_string(), path)).collect();
    files(residual).iter().map(|(file, all)| leftover(file, all, links, &paths)).collect()
}

/// What is left, by file and kind.
type LeftFile<'r> = ((&'r str, LeftoverKind), Vec<&'r Leftover>);

fn files(residual: &Residual) -> Vec<LeftFile<'_>> {
    let mut files: Vec<LeftFile<'_>> = Vec::new();
    let mut known: HashMap<(&str, LeftoverKind), usize> = HashMap::new();
    for leftover in &residual.residual {
        let Some(range) = leftover.after.as_ref().or(leftover.before.as_ref()) else { continue };
        let file = (range.file.as_str(), leftover.kind);
        let at = *known.entry(file).or_insert(files.len());
        match files.get_mut(at) {
            Some((_, all)) => all.push(leftover),
            None => files.push((file, vec![leftover])),
        }
    }
    files
}

fn leftover(
    (path, kind): &(&str, LeftoverKind),
    all: &[&Leftover],
    links: &Links<'_>,
    paths: &HashMap<String, &FilePath>,
) -> String {
    let what = match kind {
        LeftoverKind::Layout => " (layout or comments)",
        LeftoverKind::Binary => " (binary)",
        LeftoverKind::Unread => " (could not be read)",
        LeftoverKind::File => " (the file itself: new and empty, gone, or of another mode)",
        _ => "",
    };
    let range = |range: &LineRange, side: usize| {
        let lines = match (range.start_line, range.end_line) {
            (start, end) if start == end => start.to_string(),
            (start, end) => format!("{start}–{end}"),
        };
        match paths.get(&range.file) {
            Some(path) => links.to(&lines, side, path.as_bytes(), range.start_line, range.end_line),
            None => lines,
        }
    };
    let with_lines = |range: &&LineRange| range.start_line > 0;
    let (mut now, mut gone) = (Vec::new(), Vec::new());
    for leftover in all {
        match (&leftover.after.as_ref().filter(with_lines), &leftover.before.as_ref().filter(with_lines)) {
            (Some(after), _) => now.push(range(after, AFTER)),
            (None, Some(before)) => gone.push(range(before, BEFORE)),
            (None, None) => {}
        }
    }
    let mut parts = Vec::new();
    let is_one = now.len() == 1 && !now[0].contains('–');
    for (name, ranges) in [(if is_one { "line" } else { "lines" }, now), ("gone", gone)] {
        let more = ranges.len().saturating_sub(RANGES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if !ranges.is_empty() {
            parts.push(format!("{name} {}{more}", ranges[..ranges.len().min(RANGES)].join(", ")));
        }
    }
    let places = if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) };
    format!("- {}{what}{places}\n", code(&clean(path)))
}

/// Text in which nothing is markup, a mention, a reference or a link.
fn inert(text: &str) -> String {
    const MARKUP: &str = "&<>\"'`*_[]\\|~@#!{}-+=^";
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let link = rest.starts_with("://") || text[..at].ends_with("www") && c == '.';
        match c {
            c if c.is_control() || super::turns(c) => out.push('\u{fffd}'),
            c if link || MARKUP.contains(c) => out.push_str(&format!("&#{};", c as u32)),
            c => out.push(c),
        }
    }
    out
}

/// Text as code.
fn code(text: &str) -> String {
    format!("<code>{}</code>", inert(&shortened(text)))
}
