// Defines the system's tables of jobs, revisions, files and the audit, by the format that brought them.
import { EMPTY_CHAIN } from '../audit/hash-chain.ts'

/** Format 5: mail is one kind of job; its rows move over with their numbers. */
export const JOB_TABLE = `
CREATE TABLE job (
  number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, entity INTEGER, record TEXT, key TEXT, due_at TEXT, leased_until TEXT,
  tries INTEGER NOT NULL, problem TEXT, is_dead INTEGER NOT NULL, value TEXT NOT NULL, queue TEXT
) STRICT;
INSERT INTO job (number, kind, due_at, tries, problem, is_dead, value)
  SELECT number, 'mail', due_at, json_extract(value, '$.tries'), json_extract(value, '$.problem'), json_extract(value, '$.isGivenUp'),
    json_remove(value, '$.tries', '$.problem', '$.isGivenUp') FROM outbox;
DROP TABLE outbox;
CREATE INDEX job_due ON job (kind, due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX job_of_record ON job (entity, record, kind, key) WHERE record IS NOT NULL;
CREATE UNIQUE INDEX job_named ON job (kind, key) WHERE record IS NULL AND key IS NOT NULL;
CREATE INDEX job_dead ON job (kind, number) WHERE is_dead = 1;
CREATE INDEX job_queue ON job (queue, number) WHERE queue IS NOT NULL;
`

/** Format 5: the greatest number is in force. */
export const REVISION_TABLE = `
CREATE TABLE document_revision (
  number INTEGER PRIMARY KEY, revision TEXT NOT NULL, at TEXT NOT NULL, person TEXT, file TEXT NOT NULL, is_from_file INTEGER NOT NULL,
  length INTEGER NOT NULL, text TEXT NOT NULL
) STRICT;
CREATE INDEX document_revision_from_file ON document_revision (file, number) WHERE is_from_file = 1;
`

/** Format 8: a revision may say why it was published. */
export const REVISION_WITH_REASON = 'ALTER TABLE document_revision ADD COLUMN reason TEXT;'

/** Format 6. */
export const FILE_TABLES = `
CREATE TABLE file (
  id TEXT PRIMARY KEY, content TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, extension TEXT NOT NULL, size INTEGER NOT NULL,
  person TEXT, created_at TEXT NOT NULL, is_whole INTEGER NOT NULL, entity INTEGER, record TEXT, field INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX file_of_content ON file (content);
CREATE INDEX file_of_person ON file (person, content, size) WHERE person IS NOT NULL;
CREATE INDEX file_of_record ON file (entity, record) WHERE record IS NOT NULL;
CREATE INDEX file_of_nobody ON file (created_at) WHERE record IS NULL;
CREATE TABLE file_part (content TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (content, number)) STRICT;
`

/**
 * Triggers refuse to change and delete, and to add what does not continue the chain; the authorizer of every connection
 * refuses the same beneath them. The head is kept apart so that entries missing at the end are noticed.
 */
export const AUDIT_TABLES = `
CREATE TABLE audit (
  number INTEGER PRIMARY KEY, at TEXT NOT NULL, event TEXT NOT NULL, person TEXT, subject TEXT, detail TEXT NOT NULL, address TEXT,
  revision TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_of_event ON audit (event, number);
CREATE INDEX audit_of_person ON audit (person, number) WHERE person IS NOT NULL;
CREATE INDEX audit_of_subject ON audit (subject, number) WHERE subject IS NOT NULL;
CREATE TABLE audit_head (only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
INSERT INTO audit_head (only, number, hash) VALUES (1, 0, '${EMPTY_CHAIN.hash}');
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is not changed'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is not deleted'); END;
CREATE TRIGGER audit_is_continued BEFORE INSERT ON audit
WHEN NOT EXISTS (SELECT 1 FROM audit_head WHERE number + 1 = NEW.number AND hash = NEW.previous)
BEGIN SELECT RAISE(ABORT, 'the audit is continued at its end'); END;
CREATE TRIGGER audit_was_continued AFTER INSERT ON audit BEGIN UPDATE audit_head SET number = NEW.number, hash = NEW.hash; END;
`
