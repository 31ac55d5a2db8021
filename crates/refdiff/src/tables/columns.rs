//! The tables and their columns.

use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

/// Increases when a column is removed or changes its meaning. Columns may be added without a new number.
pub const SCHEMA_VERSION: u32 = 1;

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Table {
    /// One row per analysed commit.
    Commits,
    /// One row per refactoring.
    Refactorings,
    /// Both sides of each refactoring with all their places, and details finer than an entity.
    Elements,
    /// What could not be analysed, and why.
    Incomplete,
    /// How long each commit took.
    Timings,
    /// How much of each commit its refactorings explain.
    Residuals,
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// UTF-8 text.
    Text,
    /// A list of texts.
    Texts,
    /// A 64-bit integer.
    Integer,
    /// A floating-point number.
    Real,
    /// True or false.
    Truth,
    /// Microseconds since 1970, UTC.
    Time,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Column {
    /// Its name, as in the JSON contract if the contract has it.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether it may be null.
    pub nullable: bool,
    /// Its meaning.
    pub meaning: &'static str,
}

const fn some(name: &'static str, kind: Kind, meaning: &'static str) -> Column {
    Column { name, kind, nullable: false, meaning }
}

const fn maybe(name: &'static str, kind: Kind, meaning: &'static str) -> Column {
    Column { name, kind, nullable: true, meaning }
}

const REPOSITORY: Column =
    some("repository", Kind::Text, "the address that it was cloned from, or its folder");
const COMMIT: Column = maybe("commit", Kind::Text, "hash of the commit");

const COMMITS: &[Column] = &[
    REPOSITORY,
    COMMIT,
    maybe("parent", Kind::Text, "hash of the parent that it was compared with; none at a root"),
    some("parents", Kind::Texts, "hashes of all parents"),
    maybe("author_name", Kind::Text, "who wrote it"),
    maybe("author_email", Kind::Text, "the author's address"),
    maybe("author_date", Kind::Time, "when it was written"),
    maybe("author_offset", Kind::Integer, "the author's zone, in minutes east of UTC"),
    maybe("committer_name", Kind::Text, "who committed it"),
    maybe("committer_email", Kind::Text, "the committer's address"),
    maybe("committer_date", Kind::Time, "when it was committed"),
    maybe("committer_offset", Kind::Integer, "the committer's zone, in minutes east of UTC"),
    maybe("subject", Kind::Text, "first line of the message"),
    maybe("message", Kind::Text, "all of the message"),
    some("files_changed", Kind::Integer, "files that differ between the two sides"),
    some("files_analysed", Kind::Integer, "files that were read and compared"),
    some(
        "files_skipped",
        Kind::Integer,
        "files that were not read: of other languages, generated or vendored",
    ),
    some(
        "entities_matched",
        Kind::Integer,
        "types, methods and fields of changed files that are on both sides",
    ),
    some("entities_added", Kind::Integer, "those that are new"),
    some("entities_removed", Kind::Integer, "those that are gone"),
];

const REFACTORINGS: &[Column] = &[
    REPOSITORY,
    COMMIT,
    some("id", Kind::Text, "the same from run to run; within a commit it names the refactoring"),
    some("type", Kind::Text, "such as Rename Method; `refdiff types` lists them"),
    some(
        "group",
        Kind::Text,
        "structure, pattern, signature, declaration, modifier, annotation, variable or statement",
    ),
    maybe(
        "similarity",
        Kind::Real,
        "how alike the two sides are, from 0 to 1; missing where there is no body to compare",
    ),
    maybe(
        "confidence",
        Kind::Real,
        "what share of reports with such evidence is right; only for the group structure, and not in profile paper",
    ),
    some("description", Kind::Text, "one line for a person"),
    some("changes", Kind::Texts, "what changed in a method's declaration, in words"),
    maybe(
        "follows_from",
        Kind::Text,
        "the id of the refactoring of the same commit that it is a consequence of",
    ),
    some(
        "before_kind",
        Kind::Text,
        "class, interface, enum, record, annotation, method, constructor, field, function, module, package, ...",
    ),
    some("before_key", Kind::Text, "such as package.Type.method(T1,T2)"),
    some("before_file", Kind::Text, "path in the repository"),
    some("before_start_line", Kind::Integer, "from 1"),
    some("before_end_line", Kind::Integer, "inclusive"),
    some(
        "after_kind",
        Kind::Text,
        "class, interface, enum, record, annotation, method, constructor, field, function, module, package, ...",
    ),
    some("after_key", Kind::Text, "such as package.Type.method(T1,T2)"),
    some("after_file", Kind::Text, "path in the repository"),
    some("after_start_line", Kind::Integer, "from 1"),
    some("after_end_line", Kind::Integer, "inclusive"),
];

const ELEMENTS: &[Column] = &[
    REPOSITORY,
    COMMIT,
    some("refactoring", Kind::Text, "the id of the refactoring that it is a side of"),
    some("side", Kind::Text, "before or after"),
    some(
        "kind",
        Kind::Text,
        "class, interface, enum, record, annotation, method, constructor, field, function, module, package, ...",
    ),
    some("key", Kind::Text, "such as package.Type.method(T1,T2)"),
    some("file", Kind::Text, "path in the repository"),
    some("start_line", Kind::Integer, "from 1"),
    some("start_column", Kind::Integer, "in characters, from 1"),
    some("end_line", Kind::Integer, "inclusive"),
    some("end_column", Kind::Integer, "inclusive"),
    some("start_byte", Kind::Integer, "from 0"),
    some("end_byte", Kind::Integer, "the byte after the last one"),
    maybe(
        "subject_kind",
        Kind::Text,
        "of something finer than an entity: parameter, variable, annotation, ...",
    ),
    maybe("subject_name", Kind::Text, "its name"),
    maybe("subject_text", Kind::Text, "how it is written"),
    maybe("subject_start_line", Kind::Integer, "where it begins, and so on as for the entity"),
    maybe("subject_start_column", Kind::Integer, ""),
    maybe("subject_end_line", Kind::Integer, ""),
    maybe("subject_end_column", Kind::Integer, ""),
    maybe("subject_start_byte", Kind::Integer, ""),
    maybe("subject_end_byte", Kind::Integer, ""),
];

const INCOMPLETE: &[Column] = &[
    REPOSITORY,
    COMMIT,
    some("file", Kind::Text, "path in the repository, or the hash where it is about all of the commit"),
    some("reason", Kind::Text, "what was lost and why"),
];

const TIMINGS: &[Column] = &[
    REPOSITORY,
    COMMIT,
    some("diff_us", Kind::Integer, "finding the changed files, in microseconds"),
    some("read_us", Kind::Integer, "reading them"),
    some("parse_us", Kind::Integer, "from text to the model"),
    some("match_us", Kind::Integer, "pairing entities"),
    some("refactor_us", Kind::Integer, "from pairs to what is reported"),
    some("entities", Kind::Integer, "types, methods and fields of both sides"),
    some("candidates", Kind::Integer, "pairs that were compared"),
];

const RESIDUALS: &[Column] = &[
    REPOSITORY,
    COMMIT,
    some("changed_lines", Kind::Integer, "lines that went and that came, in all files"),
    some("explained_lines", Kind::Integer, "of them, by refactorings"),
    some("pure", Kind::Truth, "whether nothing is left but layout and comments"),
];

impl Table {
    /// All tables.
    pub const ALL: [Table; 6] = [
        Table::Commits,
        Table::Refactorings,
        Table::Elements,
        Table::Incomplete,
        Table::Timings,
        Table::Residuals,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Table::Commits => "commits",
            Table::Refactorings => "refactorings",
            Table::Elements => "elements",
            Table::Incomplete => "incomplete",
            Table::Timings => "timings",
            Table::Residuals => "residuals",
        }
    }

    /// Its columns, in order.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Table::Commits => COMMITS,
            Table::Refactorings => REFACTORINGS,
            Table::Elements => ELEMENTS,
            Table::Incomplete => INCOMPLETE,
            Table::Timings => TIMINGS,
            Table::Residuals => RESIDUALS,
        }
    }

    /// Its columns as an Arrow schema. The metadata has the table, the schema version and the detector revision.
    pub fn schema(self) -> SchemaRef {
        let fields: Vec<Field> =
            self.columns().iter().map(|c| Field::new(c.name, c.kind.data_type(), c.nullable)).collect();
        let metadata = HashMap::from([
            ("refdiff.table".to_owned(), self.name().to_owned()),
            ("refdiff.schema_version".to_owned(), SCHEMA_VERSION.to_string()),
            ("refdiff.detector_revision".to_owned(), crate::DETECTOR_REVISION.to_string()),
        ]);
        Arc::new(Schema::new_with_metadata(fields, metadata))
    }
}

impl FromStr for Table {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Table::ALL.into_iter().find(|t| t.name().eq_ignore_ascii_case(text)).ok_or_else(|| {
            format!("'{text}' is no table; there are {}", Table::ALL.map(Table::name).join(", "))
        })
    }
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Texts => "texts",
            Kind::Integer => "integer",
            Kind::Real => "real",
            Kind::Truth => "truth",
            Kind::Time => "time",
        }
    }

    fn data_type(self) -> DataType {
        match self {
            Kind::Text => DataType::Utf8,
            Kind::Texts => DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))),
            Kind::Integer => DataType::Int64,
            Kind::Real => DataType::Float64,
            Kind::Truth => DataType::Boolean,
            Kind::Time => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        }
    }
}
