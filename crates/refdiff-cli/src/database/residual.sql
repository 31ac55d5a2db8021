
-- What the refactorings of a commit do not explain; only with --residual.
CREATE TABLE residuals (
    commit_id         INTEGER PRIMARY KEY REFERENCES commits ON DELETE CASCADE,
    changed_lines     INTEGER NOT NULL, -- that went and that came, in all files
    explained_lines   INTEGER NOT NULL, -- of them, by refactorings
    pure              INTEGER NOT NULL  -- 1 where nothing is left but layout and comments
) STRICT;

-- The lines that are left, from 1, both ends included; null on a side that has none.
CREATE TABLE leftovers (
    commit_id         INTEGER NOT NULL REFERENCES commits ON DELETE CASCADE,
    kind              TEXT NOT NULL,    -- code, layout, binary, unread or file
    before_file       TEXT,
    before_start      INTEGER,
    before_end        INTEGER,
    after_file        TEXT,
    after_start       INTEGER,
    after_end         INTEGER
) STRICT;
CREATE INDEX leftovers_of_commit ON leftovers (commit_id);
