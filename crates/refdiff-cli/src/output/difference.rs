//! `--patch`: how an element differs from what it was, line by line, with the words that changed.

use super::patch::clean_code;
use super::width::{cut_left, fold_parameters, length};
use super::{clean, extracts};
use anstyle::{AnsiColor, Effects, Style};
use anyhow::Result;
use refdiff::{Element, Line, Refactoring, Row, beside};
use std::collections::HashSet;
use std::io::Write;

const OLD: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();
const RANGE: Style = AnsiColor::Cyan.on_default();
/// Code stands below the refactoring that it belongs to.
const INDENT: usize = 8;
/// How many equal lines are shown around a difference.
const CONTEXT: usize = 3;

pub fn write(out: &mut dyn Write, found: &Refactoring, width: usize) -> Result<()> {
    let (before, after) = (&found.before, &found.after);
    let Some(caller) = found.caller.as_deref() else { return between(out, before, after) };
    // The caller shows what left or came, and the call; the other method what of it is there.
    let extracted = extracts(found);
    let (old, new, part, sign) =
        if extracted { (before, caller, after, '+') } else { (caller, after, before, '-') };
    title(out, new, width)?;
    between(out, old, new)?;
    title(out, part, width)?;
    whole(out, part, if extracted { before } else { after }, sign)
}

/// The name of an element and where it is, on a line of its own where both do not fit on one.
fn title(out: &mut dyn Write, element: &Element, width: usize) -> Result<()> {
    let room = width.saturating_sub(INDENT);
    let name = clean(element.short_name());
    let place = format!("({}:{})", clean(&element.file), element.start_line);
    let lines = match length(&name) + 1 + length(&place) <= room {
        true => vec![format!("{name} {place}")],
        false => vec![cut_left(&fold_parameters(&name, room), room), cut_left(&place, room)],
    };
    for line in lines {
        writeln!(out, "{:INDENT$}{RANGE}{line}{RANGE:#}", "")?;
    }
    Ok(())
}

/// A method that is new or gone: what is also in the caller without a sign, everything else with it.
fn whole(out: &mut dyn Write, part: &Element, caller: &Element, sign: char) -> Result<()> {
    let (Some(text), Some(other)) = (&part.text, &caller.text) else { return Ok(()) };
    let lines =
        |text: &[u8]| -> Vec<String> { String::from_utf8_lossy(text).lines().map(str::to_owned).collect() };
    let known: HashSet<String> = lines(other).iter().map(|line| line.trim().to_owned()).collect();
    for line in lines(text) {
        let is_there = line.trim().is_empty() || known.contains(line.trim());
        let (sign, style) = match (is_there, sign) {
            (true, _) => (' ', Style::new()),
            (false, '-') => ('-', OLD),
            (false, _) => ('+', NEW),
        };
        writeln!(out, "        {style}{sign}{}{style:#}", clean_code(&line))?;
    }
    Ok(writeln!(out)?)
}

/// The difference of two elements whose texts are known.
pub fn between(out: &mut dyn Write, before: &Element, after: &Element) -> Result<()> {
    let (old, new) = (before.start_line as usize, after.start_line as usize);
    let (Some(before), Some(after)) = (&before.text, &after.text) else { return Ok(()) };
    let rows = beside(before, after);
    if rows.iter().all(|r| r.equal) {
        writeln!(out, "        {RANGE}the same lines{RANGE:#}\n")?;
        return Ok(());
    }
    for range in shown(&rows) {
        let rows = &rows[range];
        let first = |line: &dyn Fn(&Row) -> Option<usize>| rows.iter().find_map(line).unwrap_or(0);
        let from = first(&|r| r.before.as_ref().map(|l| l.number)) + old - 1;
        let to = first(&|r| r.after.as_ref().map(|l| l.number)) + new - 1;
        let count = |side: &dyn Fn(&Row) -> bool| rows.iter().filter(|r| side(r)).count();
        let (removed, added) = (count(&|r| r.before.is_some()), count(&|r| r.after.is_some()));
        writeln!(out, "        {RANGE}@@ -{from},{removed} +{to},{added} @@{RANGE:#}")?;
        for block in rows.chunk_by(|x, y| x.equal == y.equal) {
            if block[0].equal {
                for line in block.iter().filter_map(|r| r.after.as_ref()) {
                    self::line(out, ' ', Style::new(), line)?;
                }
                continue;
            }
            for line in block.iter().filter_map(|r| r.before.as_ref()) {
                self::line(out, '-', OLD, line)?;
            }
            for line in block.iter().filter_map(|r| r.after.as_ref()) {
                self::line(out, '+', NEW, line)?;
            }
        }
    }
    writeln!(out)?;
    Ok(())
}

fn line(out: &mut dyn Write, sign: char, style: Style, line: &Line) -> Result<()> {
    write!(out, "        {style}{sign}{style:#}")?;
    for part in &line.parts {
        let style = if part.changed { style.effects(Effects::BOLD | Effects::UNDERLINE) } else { style };
        write!(out, "{style}{}{style:#}", clean_code(&part.text))?;
    }
    writeln!(out)?;
    Ok(())
}

/// The rows that differ, with some around them.
fn shown(rows: &[Row]) -> Vec<std::ops::Range<usize>> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    for at in (0..rows.len()).filter(|&i| !rows[i].equal) {
        let (from, to) = (at.saturating_sub(CONTEXT), (at + CONTEXT + 1).min(rows.len()));
        match ranges.last_mut().filter(|last| last.end >= from) {
            Some(last) => last.end = to,
            None => ranges.push(from..to),
        }
    }
    ranges
}
