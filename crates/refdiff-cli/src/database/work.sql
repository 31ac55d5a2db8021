
-- How much there was to do; only with --timings.
CREATE TABLE work (
    commit_id         INTEGER PRIMARY KEY REFERENCES commits ON DELETE CASCADE,
    entities          INTEGER NOT NULL, -- types, methods and fields of both sides
    candidates        INTEGER NOT NULL  -- pairs that were compared
) STRICT;
