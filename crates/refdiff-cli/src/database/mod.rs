//! Results in SQLite: what `--db` writes, and what lets a run go on where it ended.

#[cfg(feature = "arrow")]
mod export;
mod merge;
mod rows;

use anyhow::{Context, Result, bail};
use refdiff::lang::{KNOWN, Languages};
use refdiff::{DETECTOR_REVISION, Profile, Report};
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};
use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// The tables and what they mean.
pub const SCHEMA: &str = concat!(
    include_str!("schema.sql"),
    include_str!("residual.sql"),
    include_str!("work.sql"),
    include_str!("life.sql"),
    include_str!("finer.sql")
);

/// Says in the file's header whose it is: "rfdf".
const APPLICATION: i32 = 0x7266_6466;
/// Rises when [`SCHEMA`] changes.
const VERSION: i32 = 5;
/// How long reports wait to be written together.
const WAIT: Duration = Duration::from_secs(1);

/// An open database. Reports wait up to a second for others, and then go into it in one short transaction, so that others
/// can use the file in between; what still waits is lost if it is dropped before the next [`Database::save`].
pub struct Database {
    connection: Connection,
    waiting: Vec<(Run, Report)>,
    /// When the first of those that wait came.
    since: Instant,
}

/// What a row of `runs` is about, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run(i64);

/// A line of `refdiff db info`.
pub struct Summary {
    pub repository: String,
    pub run: i64,
    pub profile: String,
    pub thresholds: String,
    pub detector_revision: u32,
    pub commits: u64,
    pub refactorings: u64,
    pub incomplete: u64,
}

impl Database {
    /// Opens a database, or makes one where there is no file yet.
    pub fn open(path: &Path) -> Result<Self> {
        Self::with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE, true)
    }

    /// Opens a database that must be there.
    pub fn open_existing(path: &Path) -> Result<Self> {
        if !path.exists() {
            bail!("there is no database '{}'", path.display());
        }
        Self::with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE, false)
    }

    fn with_flags(path: &Path, flags: OpenFlags, create: bool) -> Result<Self> {
        let opened = || -> Result<Self> {
            let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
            connection.busy_timeout(Duration::from_secs(60))?;
            connection.pragma_update(None, "foreign_keys", true)?;
            let mut database = Database { connection, waiting: Vec::new(), since: Instant::now() };
            if !database.is_ours()? {
                if !create {
                    bail!("it is empty");
                }
                database.make_tables()?;
            }
            Ok(database)
        };
        opened().with_context(|| format!("database '{}'", path.display()))
    }

    /// Whether the file has our tables; `false` where it is empty. Fails where it is something else.
    fn is_ours(&self) -> Result<bool> {
        let number = |name: &str| self.connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        let tables: i64 =
            self.connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        match (number("application_id")?, number("user_version")?) {
            (0, 0) if tables == 0 => Ok(false),
            (APPLICATION, VERSION) => Ok(true),
            (APPLICATION, 1..VERSION) => {
                self.upgrade()?;
                Ok(true)
            }
            (APPLICATION, other) => bail!(
                "it was written by another version of refdiff (schema {other}, this one knows {VERSION}); use \
                 another file"
            ),
            _ => bail!("it holds something that refdiff did not write; use another file"),
        }
    }

    /// Adds what older versions do not have: the first had no residuals, the second did not say how much there was to do, the
    /// third had no files, messages, tags and matches, the fourth nothing finer than entities.
    fn upgrade(&self) -> Result<()> {
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        // Another process may have been faster.
        let version: i32 = self.connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version < 2 {
            self.connection.execute_batch(include_str!("residual.sql"))?;
        }
        if version < 3 {
            self.connection.execute_batch(include_str!("work.sql"))?;
        }
        if version < 4 {
            self.connection.execute_batch(include_str!("life.sql"))?;
        }
        if version < 5 {
            self.connection.execute_batch(include_str!("finer.sql"))?;
        }
        self.connection.pragma_update(None, "user_version", VERSION)?;
        Ok(self.connection.execute_batch("COMMIT")?)
    }

    fn make_tables(&mut self) -> Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have been faster.
        let made: i64 = transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if made == 0 {
            transaction.execute_batch(SCHEMA)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        Ok(transaction.commit()?)
    }

    /// The run of a repository with these settings, begun now where there is none yet.
    pub fn run(&mut self, repository: &str, profile: &Profile, languages: &Languages) -> Result<Run> {
        let mut thresholds: serde_json::Map<String, serde_json::Value> =
            profile.thresholds().map(|(refactoring, value)| (refactoring.flag(), value.into())).collect();
        // Whatever else a profile from a file says makes it another run.
        if !Profile::NAMES.contains(&profile.name()) {
            let weights: serde_json::Map<String, serde_json::Value> = profile
                .weights()
                .named()
                .map(|(name, weight)| (name.to_owned(), weight.into()))
                .into_iter()
                .collect();
            thresholds.insert("weights".into(), weights.into());
            thresholds.insert("evidence".into(), profile.uses_evidence().into());
            thresholds
                .insert("pull-up-into-extracted".into(), profile.reports_pull_up_into_extracted().into());
        }
        if languages.iter().count() < KNOWN.len() {
            let names: Vec<&str> = languages.iter().map(|l| l.name()).collect();
            thresholds.insert("languages".into(), names.into());
        }
        let thresholds = serde_json::Value::Object(thresholds).to_string();
        self.connection.execute("INSERT OR IGNORE INTO repositories (name) VALUES (?1)", [repository])?;
        let version = env!("CARGO_PKG_VERSION");
        self.connection.execute(
            "INSERT OR IGNORE INTO runs (repository, profile, thresholds, detector_revision, program_version)
             SELECT id, ?2, ?3, ?4, ?5 FROM repositories WHERE name = ?1",
            params![repository, profile.name(), thresholds, DETECTOR_REVISION, version],
        )?;
        let run = self.connection.query_row(
            "SELECT runs.id FROM runs JOIN repositories ON repositories.id = repository
             WHERE name = ?1 AND profile = ?2 AND thresholds = ?3 AND detector_revision = ?4",
            params![repository, profile.name(), thresholds, DETECTOR_REVISION],
            |row| row.get(0),
        )?;
        Ok(Run(run))
    }

    /// How long every commit took, in microseconds, by run: the repository's name, the profile, and the times.
    pub fn times(&self) -> Result<Vec<(String, String, Vec<u64>)>> {
        let mut statement = self.connection.prepare(
            "SELECT runs.id, repositories.name, runs.profile, sum(microseconds)
             FROM timings JOIN commits ON commits.id = commit_id JOIN runs ON runs.id = run
             JOIN repositories ON repositories.id = repository GROUP BY commits.id ORDER BY runs.id, commits.id",
        )?;
        let rows = statement.query_map([], |row| {
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, u64>(3)?,
            ))
        })?;
        let mut all: Vec<(String, String, Vec<u64>)> = Vec::new();
        let mut last = None;
        for row in rows {
            let (run, name, profile, micros) = row?;
            if last != Some(run) {
                all.push((name, profile, Vec::new()));
                last = Some(run);
            }
            if let Some((_, _, times)) = all.last_mut() {
                times.push(micros);
            }
        }
        Ok(all)
    }

    /// Writes down what the tags of a run's repository mean now.
    pub fn set_tags(&mut self, run: Run, tags: &[(String, String)]) -> Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let of_run = "(SELECT repository FROM runs WHERE id = ?1)";
        transaction.execute(&format!("DELETE FROM tags WHERE repository = {of_run}"), [run.0])?;
        for (name, hash) in tags {
            transaction
                .prepare_cached(&format!("INSERT INTO tags SELECT {of_run}, ?2, ?3"))?
                .execute(params![run.0, name, hash])?;
        }
        Ok(transaction.commit()?)
    }

    /// The commits of a run that need not be looked at again; without those that are incomplete where they shall be
    /// tried again, and those without a residual or matches where these are asked for.
    pub fn known(
        &self,
        run: Run,
        retry_incomplete: bool,
        residual: bool,
        matches: bool,
    ) -> Result<HashSet<String>> {
        let mut statement = self.connection.prepare(
            "SELECT hash FROM commits WHERE run = ?1
             AND NOT (?2 AND EXISTS (SELECT 1 FROM incomplete WHERE commit_id = commits.id))
             AND NOT (?3 AND NOT EXISTS (SELECT 1 FROM residuals WHERE commit_id = commits.id)
                      AND NOT EXISTS (SELECT 1 FROM incomplete WHERE commit_id = commits.id))
             AND NOT (?4 AND NOT EXISTS (SELECT 1 FROM matched WHERE commit_id = commits.id)
                      AND NOT EXISTS (SELECT 1 FROM incomplete WHERE commit_id = commits.id))",
        )?;
        let rows =
            statement.query_map(params![run.0, retry_incomplete, residual, matches], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Writes a commit's report, now or soon, in place of what an earlier try may have left.
    pub fn write(&mut self, run: Run, report: Report) -> Result<()> {
        if self.waiting.is_empty() {
            self.since = Instant::now();
        }
        self.waiting.push((run, report));
        if self.since.elapsed() >= WAIT { self.save() } else { Ok(()) }
    }

    /// Writes what still waits: all of it or, where that fails, nothing.
    pub fn save(&mut self) -> Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .context("the database is in use")?;
        for (run, report) in &self.waiting {
            rows::insert(&transaction, run.0, report).context("cannot write to the database")?;
        }
        transaction.commit().context("cannot save to the database")?;
        self.waiting.clear();
        Ok(())
    }

    /// Takes over what another database has and this one has not; says how many commits these were.
    pub fn merge(&mut self, other: &Path) -> Result<usize> {
        Database::open_existing(other)?;
        merge::merge(&mut self.connection, other)
    }

    /// The runs and how much each holds.
    pub fn summaries(&self) -> Result<Vec<Summary>> {
        let mut statement = self.connection.prepare(
            "SELECT name, runs.id, profile, thresholds, detector_revision,
                    (SELECT count(*) FROM commits WHERE run = runs.id),
                    (SELECT count(*) FROM refactorings JOIN commits ON commits.id = commit_id WHERE run = runs.id),
                    (SELECT count(DISTINCT commit_id) FROM incomplete JOIN commits ON commits.id = commit_id
                     WHERE run = runs.id)
             FROM runs JOIN repositories ON repositories.id = repository ORDER BY name, runs.id",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(Summary {
                repository: row.get(0)?,
                run: row.get(1)?,
                profile: row.get(2)?,
                thresholds: row.get(3)?,
                detector_revision: row.get(4)?,
                commits: row.get(5)?,
                refactorings: row.get(6)?,
                incomplete: row.get(7)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// What is wrong with the file, if anything.
    pub fn damage(&self) -> Result<Option<String>> {
        let answer: Option<String> =
            self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).optional()?;
        Ok(answer.filter(|text| text != "ok"))
    }
}
