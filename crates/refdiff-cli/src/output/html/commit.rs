//! The data of a commit's page: its files with what their lines are, what was found, and what is left.

use super::known::Known;
use super::{lines, short_element};
use crate::output::names::{Names, common, finer};
use crate::output::outline::{Entry, What, counted_types, finer_changes, largest, outline};
use crate::output::{Left, clean, extracts};
use refdiff::model::FilePath;
use refdiff::{Group, Hunk, LineState, Report, ReviewedFile, ReviewedSide, Sign, beside};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// How much code a page holds at most, in bytes; what is left to review goes first.
const CODE: usize = 4 << 20;
/// The same for the pieces of what is left, with their text where the page does not hold the file.
const LOOSE: usize = 1 << 20;
/// What a run of lines of a piece takes.
const RUN: usize = 24;
/// A file with more lines than this, both sides together, is left out.
const LINES: usize = 100_000;

/// A changed file: before and after, one of which may be missing.
struct File<'r> {
    before: Option<&'r ReviewedSide>,
    after: Option<&'r ReviewedSide>,
}

impl File<'_> {
    fn left(&self) -> usize {
        let sides = [self.before, self.after].into_iter().flatten();
        sides
            .flat_map(|side| &side.lines)
            .filter(|(state, _)| *state == LineState::Left)
            .map(|(_, n)| n)
            .sum()
    }

    fn lines(&self) -> usize {
        let sides = [self.before, self.after].into_iter().flatten();
        sides.flat_map(|side| &side.lines).map(|(_, lines)| lines).sum()
    }

    fn size(&self) -> usize {
        [self.before, self.after].into_iter().flatten().map(|side| side.text.len()).sum()
    }
}

/// Everything that the page of a report shows.
pub fn data(report: &Report) -> Value {
    let files = files(report);
    let held = held(&files, report);
    let mut texts = [HashMap::new(), HashMap::new()];
    for (file, _) in files.iter().zip(&held).filter(|(_, held)| held.is_some()) {
        for (texts, side) in texts.iter_mut().zip([file.before, file.after]) {
            if let Some(side) = side {
                texts.insert(&side.path, lines(&side.text));
            }
        }
    }
    let named: Vec<Value> = files.iter().zip(held).map(|(file, code)| file_data(file, code)).collect();
    let mut room = LOOSE;
    let residual = report.residual.as_ref();
    let mut left_out: HashSet<(&Option<FilePath>, &Option<FilePath>)> = HashSet::new();
    let mut hunks: Vec<Value> = Vec::new();
    for piece in residual.iter().flat_map(|r| &r.hunks) {
        let between = (&piece.before_file, &piece.after_file);
        if room < RUN && left_out.contains(&between) {
            continue;
        }
        let value = hunk(piece, &texts, &mut room);
        if value["out"] == json!(true) {
            // Once for two files: the others are left out as well.
            room = 0;
            if !left_out.insert(between) {
                continue;
            }
        }
        hunks.push(value);
    }
    let entries = outline(report);
    let mut found = Found::default();
    entries.iter().for_each(|entry| found.add(entry, None, 0));
    let largest = largest(report, &entries).map(|largest| {
        let what = match largest.what {
            What::One(found) => format!("{} {}", found.refactoring, Names::of(found).plain()),
            What::Many(refactoring, count) => format!("{count} {refactoring}"),
        };
        format!("{what}, about {} changed lines", largest.lines)
    });
    json!({
        "commit": report.commit,
        "short": report.commit.as_deref().map(crate::commands::short),
        "subject": report.subject,
        "author": report.author.as_ref().map(|a| &a.name),
        "date": report.author.as_ref().map(|a| &a.date),
        "from": report.before_rev.as_deref().map(shown),
        "to": report.after_rev.as_deref().map(shown),
        "counts": report.files,
        "listed": report.refactorings.len(),
        "largest": largest,
        "finer": finer_changes(report),
        "incomplete": report.incomplete.iter().map(|i| format!("{}: {}", i.file, i.reason)).collect::<Vec<_>>(),
        "changed": residual.map_or(0, |r| r.changed_lines),
        "explained": residual.map_or(0, |r| r.explained_lines),
        "left": residual.map(|r| Left::of(r).words()),
        "code": residual.map_or(0, |r| Left::of(r).code()),
        "pure": residual.is_some_and(|r| r.pure),
        "files": named,
        "hunks": hunks,
        "found": found.all,
    })
}

/// A revision as a title has it.
fn shown(revision: &str) -> String {
    let is_id = matches!(revision.len(), 40 | 64) && revision.bytes().all(|b| b.is_ascii_hexdigit());
    if is_id { crate::commands::short(revision).to_owned() } else { clean(revision) }
}

/// The changed files; one that is gone and one that is new are one file where a type went from one to the other.
fn files(report: &Report) -> Vec<File<'_>> {
    let Some(residual) = &report.residual else { return Vec::new() };
    let alone = |before: bool| -> HashMap<&FilePath, &ReviewedFile> {
        let files = residual
            .files
            .iter()
            .filter(move |f| if before { f.after.is_none() } else { f.before.is_none() });
        files.filter_map(|f| Some((f.path()?, f))).collect()
    };
    let (gone, new) = (alone(true), alone(false));
    let mut partner: HashMap<&FilePath, &ReviewedFile> = HashMap::new();
    let mut taken: HashSet<&FilePath> = HashSet::new();
    for found in
        report.refactorings.iter().filter(|r| r.group == Group::Structure && r.refactoring.corresponds())
    {
        if let (Some(old), Some(file)) = (gone.get(&found.before.path), new.get(&found.after.path)) {
            let (Some(from), Some(to)) = (old.path(), file.path()) else { continue };
            if !taken.contains(from) && !partner.contains_key(to) {
                taken.insert(from);
                partner.insert(to, old);
            }
        }
    }
    let rest =
        residual.files.iter().filter(|f| f.after.is_some() || f.path().is_some_and(|p| !taken.contains(p)));
    rest.map(|file| {
        let moved = file.path().filter(|_| file.before.is_none()).and_then(|path| partner.get(path));
        File {
            before: moved.map_or(file.before.as_ref(), |old| old.before.as_ref()),
            after: file.after.as_ref(),
        }
    })
    .collect()
}

/// The text of the files that the page holds: first those with something left, then those with refactorings, then the rest.
fn held(files: &[File<'_>], report: &Report) -> Vec<Option<Code>> {
    let touched: HashSet<&FilePath> =
        report.refactorings.iter().flat_map(|r| [&r.before.path, &r.after.path]).collect();
    let is_touched = |file: &File<'_>| {
        [file.before, file.after].into_iter().flatten().any(|side| touched.contains(&side.path))
    };
    let mut order: Vec<usize> = (0..files.len()).collect();
    order.sort_by_key(|&at| (files[at].left() == 0, !is_touched(&files[at])));
    let mut room = CODE;
    let mut held: Vec<Option<Code>> = files.iter().map(|_| None).collect();
    for at in order {
        let file = &files[at];
        if file.size() > room || file.lines() > LINES {
            continue;
        }
        let code = text(file);
        if let Some(rest) = room.checked_sub(code.text.len() + code.parts.to_string().len()) {
            (room, held[at]) = (rest, Some(code));
        }
    }
    held
}

fn file_data(file: &File<'_>, code: Option<Code>) -> Value {
    let path = |side: Option<&ReviewedSide>| side.map(|side| side.path.to_string());
    let (old, new) = (path(file.before), path(file.after));
    // Without the text nobody asks what its lines are.
    let is_held = code.is_some();
    let states = |side: Option<&ReviewedSide>| -> Vec<Value> {
        side.filter(|_| is_held)
            .map(|side| side.lines.iter().map(|(state, n)| json!([number(*state), n])).collect())
            .unwrap_or_default()
    };
    let label = match (&old, &new) {
        (Some(old), Some(new)) => common(old, new, '/'),
        _ => String::new(),
    };
    let (text, parts) = code.map_or_else(Default::default, |code| (json!(code.text), code.parts));
    json!({
        "old": old, "new": new, "label": label, "left": file.left(), "text": text, "parts": parts,
        "oldStates": states(file.before), "nowStates": states(file.after),
    })
}

fn number(state: LineState) -> u8 {
    match state {
        LineState::Unchanged => 0,
        LineState::Explained => 1,
        LineState::Layout => 2,
        _ => 3,
    }
}

/// The text after, and how it came about: so many lines that were there, or lines that are gone and how many came for them.
struct Code {
    text: String,
    parts: Value,
}

/// Lays a file out in that way.
fn text(file: &File<'_>) -> Code {
    let bytes = |side: Option<&ReviewedSide>| side.map(|s| s.text.clone()).unwrap_or_default();
    let (before, after) = (bytes(file.before), bytes(file.after));
    let (old, new) = (lines(&before), lines(&after));
    let mut text = String::with_capacity(after.len());
    new.iter().for_each(|line| [line, "\n"].into_iter().for_each(|piece| text.push_str(piece)));
    let mut parts: Vec<Value> = Vec::new();
    let (mut same, mut gone, mut came): (usize, Vec<&str>, usize) = (0, Vec::new(), 0);
    for row in beside(&before, &after) {
        let side = |line: &Option<refdiff::Line>| line.as_ref().map(|line| line.number - 1);
        let (was, is) = (side(&row.before), side(&row.after));
        let line = |lines: &'_ [String], at: Option<usize>| at.and_then(|at| lines.get(at).cloned());
        if was.is_some() && is.is_some() && line(&old, was) == line(&new, is) {
            if !gone.is_empty() || came > 0 {
                parts.push(json!([std::mem::take(&mut gone), std::mem::take(&mut came)]));
            }
            same += 1;
            continue;
        }
        if same > 0 {
            parts.push(json!(std::mem::take(&mut same)));
        }
        gone.extend(was.and_then(|at| old.get(at)).map(String::as_str));
        came += usize::from(is.is_some());
    }
    if same > 0 {
        parts.push(json!(same));
    }
    if !gone.is_empty() || came > 0 {
        parts.push(json!([gone, came]));
    }
    Code { text, parts: json!(parts) }
}

/// Lines of a piece that follow each other on both sides: the sign, how many, and the numbers of the first, 0 for none.
struct Run {
    sign: char,
    lines: usize,
    old: usize,
    now: usize,
}

/// A piece of what is left. Its text is not written again where it is that of the files in the page.
fn hunk(hunk: &Hunk, texts: &[HashMap<&FilePath, Vec<String>>; 2], room: &mut usize) -> Value {
    let held = |side: usize, path: &Option<FilePath>, number: usize| -> Option<&String> {
        texts[side].get(path.as_ref()?)?.get(number.checked_sub(1)?)
    };
    let mut runs: Vec<Run> = Vec::new();
    let mut all = Vec::new();
    let mut is_held = true;
    for piece in &hunk.lines {
        let text = String::from_utf8_lossy(&piece.text).trim_end_matches(['\n', '\r']).to_owned();
        let (old, now) = (piece.before.unwrap_or(0), piece.after.unwrap_or(0));
        let (sign, there) = match piece.sign {
            Sign::Removed => ('-', held(0, &hunk.before_file, old)),
            Sign::Added => ('+', held(1, &hunk.after_file, now)),
            Sign::Context => (' ', held(1, &hunk.after_file, now)),
        };
        is_held &= there == Some(&text);
        let follows = |last: &Run| {
            let next = |first: usize| if first == 0 { 0 } else { first + last.lines };
            (last.sign, next(last.old), next(last.now)) == (sign, old, now)
        };
        match runs.last_mut().filter(|last| follows(last)) {
            Some(last) => last.lines += 1,
            None => runs.push(Run { sign, lines: 1, old, now }),
        }
        all.push(text);
    }
    let own: usize = if is_held { 0 } else { all.iter().map(String::len).sum() };
    let text = match room.checked_sub(own + runs.len() * RUN) {
        Some(rest) => {
            *room = rest;
            (!is_held).then_some(all)
        }
        // Who wants to see it is told where.
        None => {
            runs.clear();
            None
        }
    };
    json!({
        "kind": hunk.kind,
        "before": hunk.before_file.as_ref().map(ToString::to_string),
        "after": hunk.after_file.as_ref().map(ToString::to_string),
        "old": hunk.before_start, "now": hunk.after_start,
        "runs": runs.iter().map(|run| json!([run.sign, run.lines, run.old, run.now])).collect::<Vec<_>>(),
        "text": text, "notes": hunk.notes,
        "out": runs.is_empty() && !hunk.lines.is_empty(),
    })
}

/// The refactorings, each in few bytes: what is not there is left out.
#[derive(Default)]
struct Found {
    known: Known,
    all: Vec<Value>,
}

impl Found {
    /// Adds a refactoring, then what follows from it.
    fn add(&mut self, entry: &Entry<'_>, cause: Option<usize>, depth: usize) {
        let found = entry.found;
        let names_entities = found.group.names_entities();
        let names = if names_entities {
            Names::of(found)
        } else {
            let (was, is) = finer(found);
            Names { package: String::new(), before: was.unwrap_or_default(), after: is.unwrap_or_default() }
        };
        let at = self.all.len();
        let known = &mut self.known;
        let mut value = serde_json::Map::new();
        // In the order in which the texts are read.
        value.insert("type".into(), known.write(found.refactoring.name()));
        value.insert("package".into(), known.write(&names.package));
        value.insert("before".into(), short_element(&found.before, known));
        value.insert("after".into(), short_element(&found.after, known));
        let mut add = |name: &str, is_there: bool, what: Value| {
            if is_there {
                value.insert(name.into(), what);
            }
        };
        if let Some(caller) = found.caller.as_deref() {
            add("caller", true, short_element(caller, known));
        }
        add("id", true, json!(found.id));
        add("was", !names.before.is_empty(), json!(names.before));
        add("is", !names.after.is_empty(), json!(names.after));
        add("group", !names_entities, json!(found.group.name()));
        add("inside", !names_entities, json!(clean(found.after.short_name())));
        add("similarity", found.similarity.is_some(), json!(found.similarity));
        add("confidence", found.is_unsure(), json!(found.confidence));
        add("changes", !found.changes.is_empty(), json!(found.changes));
        add("lines", entry.lines > 0, json!(entry.lines));
        add("counts", !entry.counts.is_empty(), json!(counted_types(&entry.counts)));
        add("cause", cause.is_some(), json!(cause));
        add("depth", depth > 0, json!(depth));
        add("brings", !found.refactoring.corresponds(), json!(true));
        add("moves", found.refactoring.moves() || found.before.file != found.after.file, json!(true));
        add("out", extracts(found), json!(true));
        self.all.push(value.into());
        entry.consequences.iter().for_each(|effect| self.add(effect, Some(at), depth + 1));
    }
}
