//! Which of the common options each command uses: what it does not use is refused and not in its help.

use super::{Args, Command, Common, Format};
use anyhow::{Result, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, ValueEnum};
use std::ffi::OsString;

/// What every command takes.
const ALWAYS: &[&str] = &["directory", "color"];
/// How two versions are compared.
const COMPARES: &[&str] = &["profile", "lang", "threshold", "timeout", "max_file_size", "max_commit_size"];
/// What is shown of the result.
const FILTERS: &[&str] = &["types", "exclude_type", "min_confidence"];
const RESIDUAL: &[&str] = &["residual", "ignore_comments"];
/// How text looks.
const TEXT: &[&str] = &["group_by", "detail", "full_keys", "patch", "stat", "no_pager"];
const WRITES: &[&str] = &["format", "output"];
const ALL: &[&[&str]] = &[COMPARES, FILTERS, RESIDUAL, TEXT, WRITES, &["link_base", "matches", "exit_code"]];

/// The options that a command uses, in groups.
fn used(command: &str) -> &'static [&'static [&'static str]] {
    match command {
        "show" | "diff" | "log" => ALL,
        "view" => &[COMPARES, FILTERS, &["detail"]],
        "check" => &[COMPARES, FILTERS, WRITES, TEXT_OF_CHECK, &["ignore_comments"]],
        "ignore-revs" => &[COMPARES, &["output"]],
        "explain" => &[COMPARES, &["format"]],
        "history" => &[COMPARES, WRITES, &["patch", "no_pager"]],
        "blame" => &[COMPARES, &["patch", "output", "no_pager"]],
        "mine" => &[COMPARES, FILTERS, RESIDUAL, WRITES, &["matches", "exit_code"]],
        "eval" | "calibrate" => &[COMPARES, FILTERS, WRITES],
        "fit" => &[COMPARES, WRITES],
        "profile" => &[&["profile", "threshold", "output"]],
        "db" | "types" | "languages" => &[WRITES],
        "oracle" => &[&["output"]],
        _ => &[],
    }
}

/// What `check` says of a commit that is not pure is what is left of it.
const TEXT_OF_CHECK: &[&str] = &["no_pager"];

fn takes(command: &str, option: &str) -> bool {
    ALWAYS.contains(&option) || used(command).iter().any(|group| group.contains(&option))
}

const HEADING: &str = "Common options (refdiff --help explains them)";

/// All commands: those of `Args`, each with the common options that it uses behind its own.
pub fn command() -> clap::Command {
    let all = Args::command();
    let common: Vec<Arg> = all.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    all.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        // Short here: the program's own help has them in full.
        let options = common.iter().map(|arg| {
            let is_shown = takes(&name, arg_id(arg)) && !is_its_own(&name, arg_id(arg));
            let arg = arg.clone().help_heading(HEADING).long_help(None::<&str>).hide(!is_shown);
            match formats(&name).filter(|_| arg_id(&arg) == "format") {
                Some(formats) => {
                    arg.help(format!("How to write the result: {formats}")).hide_possible_values(true)
                }
                None => arg,
            }
        });
        command.args(options)
    })
}

/// What `-p` means in `blame` is git's.
fn is_its_own(command: &str, option: &str) -> bool {
    (command, option) == ("blame", "patch")
}

/// The formats of commands that do not write reports.
fn formats(command: &str) -> Option<&'static str> {
    match command {
        "explain" | "types" | "languages" => Some("text, json or jsonl"),
        "eval" | "calibrate" => Some("text, json or md"),
        "history" => Some("text, json, jsonl, csv, md or html"),
        _ => None,
    }
}

fn arg_id(arg: &Arg) -> &str {
    arg.get_id().as_str()
}

/// Parses arguments, the first of which is the program's name. Help and mistakes are clap's errors.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Args, Refused> {
    let matches = command().try_get_matches_from(arguments).map_err(Refused::Usage)?;
    let args = Args::from_arg_matches(&matches).map_err(Refused::Usage)?;
    refuse_unused(&matches, &args).map_err(Refused::Unused)?;
    Ok(args)
}

/// Why arguments are not taken.
#[derive(Debug)]
pub enum Refused {
    /// Nothing that clap understands, or help that was asked for.
    Usage(clap::Error),
    /// An option that changes nothing.
    Unused(anyhow::Error),
}

/// Whether somebody typed the option.
fn is_typed(matches: &ArgMatches, option: &str) -> bool {
    let typed = |m: &ArgMatches| matches!(m.value_source(option), Some(ValueSource::CommandLine));
    let mut level = Some(matches);
    while let Some(matches) = level {
        if typed(matches) {
            return true;
        }
        level = matches.subcommand().map(|(_, inner)| inner);
    }
    false
}

fn refuse_unused(matches: &ArgMatches, args: &Args) -> Result<()> {
    let Some((name, _)) = matches.subcommand() else { return Ok(()) };
    let root = Args::command();
    for arg in root.get_arguments().filter(|arg| arg.is_global_set()) {
        if !takes(name, arg_id(arg)) && is_typed(matches, arg_id(arg)) {
            bail!("'refdiff {name}' does not take --{}", arg.get_long().unwrap_or(arg_id(arg)));
        }
    }
    let writes_reports = matches!(args.command, Command::Show(_) | Command::Diff(_) | Command::Log(_));
    if writes_reports { refuse_for_format(matches, args) } else { Ok(()) }
}

/// Options that mean nothing in some formats.
fn refuse_for_format(matches: &ArgMatches, args: &Args) -> Result<()> {
    use Format::{Arrow, Csv, Html, Json, Jsonl, Md, Parquet, Text};
    let common: &Common = &args.common;
    let format = common.format;
    let to_database = to_database(&args.command);
    let reads = |formats: &[Format]| !to_database && formats.contains(&format);
    let rules: [(&str, bool, &str); 8] = [
        ("patch", reads(&[Text]), "--patch is for text"),
        ("stat", reads(&[Text]), "--stat is for text"),
        ("group_by", reads(&[Text]), "--group-by is for text"),
        ("full_keys", reads(&[Text]), "--full-keys is for text"),
        (
            "detail",
            reads(&[Text, Md, Html]),
            "--detail is for text, md and html; the other formats list everything",
        ),
        ("link_base", reads(&[Md, Html]), "--link-base is for md and html"),
        (
            "matches",
            to_database || reads(&[Json, Jsonl, Arrow, Parquet]),
            "--matches is for json and jsonl, and for log --db",
        ),
        (
            "residual",
            to_database || reads(&[Text, Json, Jsonl, Csv, Md, Html, Arrow, Parquet]),
            "--residual is for text, json, jsonl, csv, md, html and tables",
        ),
    ];
    let said = if to_database {
        "a database".to_owned()
    } else {
        format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    };
    for (option, is_read, rule) in rules {
        if !is_read && is_typed(matches, option) {
            bail!("{rule}; this writes {said}");
        }
    }
    if let Command::Log(log) = &args.command
        && log.all_commits
        && !reads(&[Text])
    {
        bail!("--all-commits is for text; the other formats have all commits; this writes {said}");
    }
    if common.residual && common.stat {
        bail!("--residual and --stat do not go together: one is a patch, the other counts");
    }
    if common.stat {
        for (option, name) in [("full_keys", "--full-keys"), ("group_by", "--group-by")] {
            if is_typed(matches, option) {
                bail!("--stat and {name} do not go together: a chart has counts by type and by file");
            }
        }
    }
    if common.residual && format == Text && !to_database {
        let options = [
            ("full_keys", "--full-keys"),
            ("group_by", "--group-by"),
            ("detail", "--detail"),
            ("types", "--type"),
        ];
        for (option, name) in options {
            if is_typed(matches, option) {
                bail!(
                    "--residual and {name} do not go together: what is left is the same whatever is listed"
                );
            }
        }
    }
    if common.residual && common.patch {
        bail!("--residual and --patch do not go together: one shows what is left, the other every element");
    }
    Ok(())
}

fn to_database(command: &Command) -> bool {
    #[cfg(feature = "database")]
    if let Command::Log(log) = command {
        return log.db.is_some();
    }
    let _ = command;
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn every_option_is_known_here() {
        let root = Args::command();
        for arg in root.get_arguments().filter(|arg| arg.is_global_set()) {
            let known = ALWAYS.contains(&arg_id(arg)) || ALL.iter().any(|group| group.contains(&arg_id(arg)));
            assert!(known, "{}", arg_id(arg));
        }
    }
}
