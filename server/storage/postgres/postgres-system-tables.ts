// Defines the system's own tables on PostgreSQL.
import { EMPTY_CHAIN } from '../audit/hash-chain.ts'
import { TEXT_COLUMN } from './postgres-tables.ts'

/** The words `text` and `number` of the definitions stand for the types of columns. */
const DEFINITIONS = `
CREATE TABLE about (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE catalogue_entity (number number PRIMARY KEY, name text NOT NULL, present number NOT NULL);
CREATE TABLE catalogue_field (number number PRIMARY KEY, entity number NOT NULL, name text NOT NULL, shape text NOT NULL, present number NOT NULL);
CREATE TABLE catalogue_object (name text PRIMARY KEY, kind text NOT NULL, definition text NOT NULL);
CREATE TABLE history (
  row number GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, entity number NOT NULL, record text NOT NULL, at text NOT NULL, person text, event text NOT NULL,
  transition text, changes text NOT NULL, revision text NOT NULL, line number, confirmed text, change_set text, version number NOT NULL, input text, call text
);
CREATE INDEX history_of_record ON history (entity, record, version, id);
CREATE INDEX history_of_change_set ON history (change_set, row) WHERE change_set IS NOT NULL;
CREATE INDEX history_of_person ON history (person, change_set) WHERE person IS NOT NULL AND change_set IS NOT NULL;
CREATE TABLE inbox (
  person text NOT NULL, id text NOT NULL, at text NOT NULL, message text NOT NULL, entity number NOT NULL, record text NOT NULL, read_at text, subject text,
  PRIMARY KEY (person, id)
);
CREATE INDEX inbox_unread ON inbox (person) WHERE read_at IS NULL;
CREATE TABLE job (
  number number GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, entity number, record text, key text, due_at text, leased_until text,
  tries number NOT NULL, problem text, is_dead number NOT NULL, value json NOT NULL, queue text
);
CREATE INDEX job_due ON job (kind, due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX job_of_record ON job (entity, record, kind, key) WHERE record IS NOT NULL;
CREATE UNIQUE INDEX job_named ON job (kind, key) WHERE record IS NULL AND key IS NOT NULL;
CREATE INDEX job_dead ON job (kind, number) WHERE is_dead = 1;
CREATE INDEX job_queue ON job (queue, number) WHERE queue IS NOT NULL;
CREATE TABLE document_revision (
  number number PRIMARY KEY, revision text NOT NULL, at text NOT NULL, person text, file text NOT NULL, is_from_file number NOT NULL,
  length number NOT NULL, text text NOT NULL, reason text
);
CREATE INDEX document_revision_from_file ON document_revision (file, number) WHERE is_from_file = 1;
CREATE TABLE system_row (
  kind text NOT NULL, key text NOT NULL, person text, expires_at text, value text NOT NULL, number number NOT NULL, PRIMARY KEY (kind, key)
);
CREATE INDEX system_row_of_person ON system_row (person, kind, number) WHERE person IS NOT NULL;
CREATE INDEX system_row_expiring ON system_row (kind, expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE sequence (field number NOT NULL, per text NOT NULL, last number NOT NULL, PRIMARY KEY (field, per));
CREATE TABLE file (
  id text PRIMARY KEY, content text NOT NULL, name text NOT NULL, type text NOT NULL, extension text NOT NULL, size number NOT NULL,
  person text, created_at text NOT NULL, is_whole number NOT NULL, entity number, record text, field number
);
CREATE INDEX file_of_content ON file (content);
CREATE INDEX file_of_person ON file (person, content, size) WHERE person IS NOT NULL;
CREATE INDEX file_of_record ON file (entity, record) WHERE record IS NOT NULL;
CREATE INDEX file_of_nobody ON file (created_at) WHERE record IS NULL;
CREATE TABLE file_part (content text NOT NULL, number number NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (content, number));
CREATE TABLE audit (
  number number PRIMARY KEY, at text NOT NULL, event text NOT NULL, person text, subject text, detail text NOT NULL, address text,
  revision text NOT NULL, previous text NOT NULL, hash text NOT NULL
);
CREATE INDEX audit_of_event ON audit (event, number);
CREATE INDEX audit_of_person ON audit (person, number) WHERE person IS NOT NULL;
CREATE INDEX audit_of_subject ON audit (subject, number) WHERE subject IS NOT NULL;
CREATE TABLE audit_head (one number PRIMARY KEY CHECK (one = 1), number number NOT NULL, hash text NOT NULL);
INSERT INTO audit_head (one, number, hash) VALUES (1, 0, '${EMPTY_CHAIN.hash}');
CREATE TABLE audit_waiting (row number GENERATED ALWAYS AS IDENTITY PRIMARY KEY, entry text NOT NULL);
`

/** The type of a column follows its name. */
export const POSTGRES_SYSTEM_TABLES = DEFINITIONS.replaceAll(/(?<=[a-z_] )(text|number)(?= |,|\n)/g, (_found, type) =>
  type === 'text' ? TEXT_COLUMN : 'bigint',
)
