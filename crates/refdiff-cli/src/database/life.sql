
-- All of the message; null in rows that an older version wrote.
ALTER TABLE commits ADD COLUMN message TEXT;

-- Changed files with the lines that came and went, as git diff --numstat --no-renames counts them.
CREATE TABLE files (
    commit_id         INTEGER NOT NULL REFERENCES commits ON DELETE CASCADE,
    path              TEXT NOT NULL,
    added_lines       INTEGER,          -- null where it is no text or could not be read
    removed_lines     INTEGER,
    PRIMARY KEY (commit_id, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX files_by_path ON files (path);

-- What tags mean, as of the last run.
CREATE TABLE tags (
    repository        INTEGER NOT NULL REFERENCES repositories,
    name              TEXT NOT NULL,
    hash              TEXT NOT NULL,    -- of the commit
    PRIMARY KEY (repository, name)
) STRICT, WITHOUT ROWID;

-- The commits of which `matches` has rows, if there are any; only with --matches.
CREATE TABLE matched (
    commit_id         INTEGER PRIMARY KEY REFERENCES commits ON DELETE CASCADE
) STRICT;

-- Entities of changed files that correspond, came or went. What did not change and kept its key and file is not listed.
CREATE TABLE matches (
    commit_id         INTEGER NOT NULL REFERENCES commits ON DELETE CASCADE,
    status            TEXT NOT NULL,    -- unchanged, modified, renamed, moved, added or removed
    before_kind       TEXT,             -- null where it is new
    before_key        TEXT,
    before_file       TEXT,
    before_start      INTEGER,          -- lines from 1, both ends included
    before_end        INTEGER,
    after_kind        TEXT,             -- null where it is gone
    after_key         TEXT,
    after_file        TEXT,
    after_start       INTEGER,
    after_end         INTEGER
) STRICT;
CREATE INDEX matches_of_commit ON matches (commit_id);
CREATE INDEX matches_by_before ON matches (before_key);
CREATE INDEX matches_by_after ON matches (after_key);
