//! `refdiff blame [REV] FILE`: who wrote each line.

use super::{Tally, from_top, open_repository};
use crate::args::{Blame as Args, Format};
use crate::exit::Status;
use crate::output::{Blamed, Columns};
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use refdiff::BlameOptions;

pub fn run(args: &Args, settings: &Settings) -> Result<Status> {
    if settings.presentation.format != Format::Text {
        bail!(
            "blame writes git blame's formats: the default one, --porcelain, --line-porcelain and --incremental"
        );
    }
    let repository = open_repository(settings)?;
    let (revision, file) = match args.what.as_slice() {
        [revision, file] => (Some(revision.as_str()), file),
        [file] => (None, file),
        _ => unreachable!("clap takes one or two"),
    };
    let commit = repository.commit(revision.unwrap_or("HEAD"))?;
    let path = from_top(&repository, file);
    let mut options = BlameOptions::default();
    options.compare = settings.report.compare.clone();
    options.ignore_whitespace = args.ignore_whitespace;
    options.ignore_pure = args.ignore_pure;
    options.range = args.range.as_deref().map(range).transpose()?;
    let own = repository.work_tree().filter(|_| revision.is_none()).map(|top| top.join(path.to_string()));
    options.contents = match (&args.contents, own) {
        (Some(file), _) => {
            Some(std::fs::read(file).with_context(|| format!("cannot read '{}'", file.display()))?.into())
        }
        (None, Some(own)) => std::fs::read(own).ok().map(Into::into),
        (None, None) => None,
    };
    let blame = repository.blame(commit, &path, options)?;
    let mut tally = Tally::default();
    tally.tell_losses(&commit.to_string(), &blame.incomplete);
    let columns = Columns { email: args.show_email, author: !args.suppress, long: args.long };
    let mut out = Blamed::new(&settings.presentation, &repository, &blame, (commit, &path))?;
    // As in git: in this command -p is the porcelain.
    if args.line_porcelain {
        out.porcelain(true, true)?;
    } else if args.incremental {
        out.porcelain(false, false)?;
    } else if args.porcelain || settings.presentation.patch {
        out.porcelain(false, true)?;
    } else {
        out.table(&columns)?;
    }
    if args.explain {
        out.explanations()?;
    }
    out.finish()?;
    Ok(tally.status(settings))
}

/// `10,20`, `10,+5` or `10`.
fn range(text: &str) -> Result<(usize, usize)> {
    let wrong = || format!("cannot read '{text}' as lines; try 10,20 or 10,+5");
    let number = |text: &str| text.parse::<usize>().ok().filter(|&n| n > 0).with_context(wrong);
    let Some((first, last)) = text.split_once(',') else { return Ok((number(text)?, usize::MAX)) };
    let first = if first.is_empty() { 1 } else { number(first)? };
    let last = match (last, last.strip_prefix('+')) {
        ("", _) => usize::MAX,
        (_, Some(count)) => first + number(count)? - 1,
        (last, None) => number(last)?,
    };
    if last < first {
        bail!("{}: the last line is before the first", wrong());
    }
    Ok((first, last))
}
