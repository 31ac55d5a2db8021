
-- What its type belongs to: structure, signature, declaration, modifier, annotation, variable or statement.
ALTER TABLE refactorings ADD COLUMN type_group TEXT NOT NULL DEFAULT 'structure';
-- The stable_id of the refactoring of the same commit that it is a consequence of.
ALTER TABLE refactorings ADD COLUMN follows_from TEXT;
CREATE INDEX refactorings_of_group ON refactorings (type_group);

-- What a refactoring is about, where that is finer than an entity: a parameter, a variable, an annotation. Lines and columns
-- as in `elements`, whose rows are then the entities around it. Something that was added or removed has one side.
CREATE TABLE subjects (
    refactoring       INTEGER NOT NULL REFERENCES refactorings ON DELETE CASCADE,
    side              TEXT NOT NULL CHECK (side IN ('before', 'after')),
    kind              TEXT NOT NULL,
    name              TEXT NOT NULL,
    text              TEXT NOT NULL,
    start_line        INTEGER NOT NULL,
    start_column      INTEGER NOT NULL,
    end_line          INTEGER NOT NULL,
    end_column        INTEGER NOT NULL,
    start_byte        INTEGER NOT NULL,
    end_byte          INTEGER NOT NULL,
    PRIMARY KEY (refactoring, side)
) STRICT, WITHOUT ROWID;

-- A row a refactoring of entities, with all that most questions need.
DROP VIEW found;
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
JOIN elements AS a ON a.refactoring = refactorings.id AND a.side = 'after'
WHERE refactorings.type_group = 'structure';

-- The same for what is finer, with the finer thing before and after.
CREATE VIEW found_finer AS
SELECT repositories.name AS repository, runs.id AS run, commits.hash, commits.author_name, commits.author_date,
       refactorings.type, refactorings.type_group, refactorings.description, refactorings.follows_from,
       b.key AS before_key, b.file AS before_file, was.kind AS before_kind, was.text AS before_text,
       was.start_line AS before_line,
       a.key AS after_key, a.file AS after_file, now.kind AS after_kind, now.text AS after_text,
       now.start_line AS after_line
FROM refactorings
JOIN commits ON commits.id = refactorings.commit_id
JOIN runs ON runs.id = commits.run
JOIN repositories ON repositories.id = runs.repository
JOIN elements AS b ON b.refactoring = refactorings.id AND b.side = 'before'
JOIN elements AS a ON a.refactoring = refactorings.id AND a.side = 'after'
LEFT JOIN subjects AS was ON was.refactoring = refactorings.id AND was.side = 'before'
LEFT JOIN subjects AS now ON now.refactoring = refactorings.id AND now.side = 'after'
WHERE refactorings.type_group <> 'structure';
