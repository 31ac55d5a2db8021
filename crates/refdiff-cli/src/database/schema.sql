-- A repository, wherever it lies: the address that it was cloned from, or its folder.
CREATE TABLE repositories (
    id                INTEGER PRIMARY KEY,
    name              TEXT NOT NULL UNIQUE
) STRICT;

-- One way of looking at a repository. The same settings go on with the same run.
CREATE TABLE runs (
    id                INTEGER PRIMARY KEY,
    repository        INTEGER NOT NULL REFERENCES repositories,
    profile           TEXT NOT NULL,
    thresholds        TEXT NOT NULL,    -- JSON: least similarity by type
    detector_revision INTEGER NOT NULL, -- changes only when results can change
    program_version   TEXT NOT NULL,    -- of the program that began the run
    UNIQUE (repository, profile, thresholds, detector_revision)
) STRICT;

-- A commit that a run has analysed, against `parent`.
CREATE TABLE commits (
    id                INTEGER PRIMARY KEY,
    run               INTEGER NOT NULL REFERENCES runs,
    hash              TEXT NOT NULL,
    parent            TEXT,             -- null at a root
    parents           TEXT NOT NULL,    -- all of them, with a blank between
    author_name       TEXT,
    author_email      TEXT,
    author_date       TEXT,             -- ISO 8601 with the author's offset
    committer_name    TEXT,
    committer_email   TEXT,
    committer_date    TEXT,
    subject           TEXT,
    files_changed     INTEGER NOT NULL,
    files_analysed    INTEGER NOT NULL,
    entities_matched  INTEGER NOT NULL,
    entities_added    INTEGER NOT NULL,
    entities_removed  INTEGER NOT NULL,
    UNIQUE (run, hash)
) STRICT;

-- Changed files of languages that are not supported, by their ending.
CREATE TABLE skipped (
    commit_id         INTEGER NOT NULL REFERENCES commits ON DELETE CASCADE,
    ending            TEXT NOT NULL,
    files             INTEGER NOT NULL,
    PRIMARY KEY (commit_id, ending)
) STRICT, WITHOUT ROWID;

CREATE TABLE refactorings (
    id                INTEGER PRIMARY KEY,
    commit_id         INTEGER NOT NULL REFERENCES commits ON DELETE CASCADE,
    stable_id         TEXT NOT NULL,    -- the `id` of the JSON output: the same in every run
    type              TEXT NOT NULL,
    similarity        REAL,
    confidence        REAL,             -- null where the profile has none
    description       TEXT NOT NULL,
    changes           TEXT NOT NULL     -- JSON: what changed in a method's declaration, in words
) STRICT;
CREATE INDEX refactorings_of_commit ON refactorings (commit_id);
CREATE INDEX refactorings_of_type ON refactorings (type);

-- The two ends of a refactoring. Lines and columns count from 1, ends are inclusive, but `end_byte` is not.
CREATE TABLE elements (
    refactoring       INTEGER NOT NULL REFERENCES refactorings ON DELETE CASCADE,
    side              TEXT NOT NULL CHECK (side IN ('before', 'after')),
    kind              TEXT NOT NULL,
    key               TEXT NOT NULL,
    file              TEXT NOT NULL,
    start_line        INTEGER NOT NULL,
    start_column      INTEGER NOT NULL,
    end_line          INTEGER NOT NULL,
    end_column        INTEGER NOT NULL,
    start_byte        INTEGER NOT NULL,
    end_byte          INTEGER NOT NULL,
    PRIMARY KEY (refactoring, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX elements_by_key ON elements (key);

-- What could not be analysed, and why.
CREATE TABLE incomplete (
    commit_id         INTEGER NOT NULL REFERENCES commits ON DELETE CASCADE,
    file              TEXT NOT NULL,    -- the commit's hash where it is about all of it
    reason            TEXT NOT NULL
) STRICT;
CREATE INDEX incomplete_of_commit ON incomplete (commit_id);

-- Wall time by stage; only with --timings.
CREATE TABLE timings (
    commit_id         INTEGER NOT NULL REFERENCES commits ON DELETE CASCADE,
    stage             TEXT NOT NULL,
    microseconds      INTEGER NOT NULL,
    PRIMARY KEY (commit_id, stage)
) STRICT, WITHOUT ROWID;

-- A row a refactoring, with all that most questions need.
CREATE VIEW found AS
SELECT repositories.name AS repository, runs.id AS run, runs.profile, runs.detector_revision,
       commits.hash, commits.author_name, commits.author_email, commits.author_date, commits.subject,
       refactorings.type, refactorings.similarity, refactorings.confidence, refactorings.description,
       b.kind AS before_kind, b.key AS before_key, b.file AS before_file, b.start_line AS before_line,
       a.kind AS after_kind, a.key AS after_key, a.file AS after_file, a.start_line AS after_line
FROM refactorings
JOIN commits ON commits.id = refactorings.commit_id
JOIN runs ON runs.id = commits.run
JOIN repositories ON repositories.id = runs.repository
JOIN elements AS b ON b.refactoring = refactorings.id AND b.side = 'before'
JOIN elements AS a ON a.refactoring = refactorings.id AND a.side = 'after';
