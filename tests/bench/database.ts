// The tables and indexes that the hand-written servers have in common: SQLite, WAL, a sync at each commit.
import { DatabaseSync } from 'node:sqlite'
import { generateBenchData, hashToken } from './data.ts'

const SCHEMA = `
  CREATE TABLE team (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
  CREATE TABLE tag (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
  CREATE TABLE person (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, phone TEXT, team TEXT REFERENCES team,
    role TEXT NOT NULL, active INTEGER NOT NULL DEFAULT 1, version INTEGER NOT NULL DEFAULT 1
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE session (token TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES person, expires_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE ticket (
    key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, number TEXT NOT NULL UNIQUE,
    subject TEXT NOT NULL, description TEXT NOT NULL, status TEXT NOT NULL, priority TEXT NOT NULL,
    requester TEXT NOT NULL REFERENCES person, assignee TEXT REFERENCES person, team TEXT REFERENCES team,
    due_at TEXT NOT NULL, attachments TEXT NOT NULL DEFAULT '[]', resolution TEXT, resolved_at TEXT, internal_note TEXT,
    created_at TEXT NOT NULL, created_by TEXT NOT NULL, updated_at TEXT NOT NULL, updated_by TEXT NOT NULL,
    version INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE ticket_tag (ticket INTEGER NOT NULL REFERENCES ticket, tag TEXT NOT NULL REFERENCES tag, PRIMARY KEY (ticket, tag)) STRICT, WITHOUT ROWID;
  CREATE TABLE comment (
    id TEXT PRIMARY KEY, version INTEGER NOT NULL, ticket TEXT NOT NULL REFERENCES ticket (id), author TEXT NOT NULL REFERENCES person,
    body TEXT NOT NULL, internal INTEGER NOT NULL,
    created_at TEXT NOT NULL, created_by TEXT NOT NULL, updated_at TEXT NOT NULL, updated_by TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE asset (
    id TEXT PRIMARY KEY, version INTEGER NOT NULL, name TEXT NOT NULL, serial TEXT NOT NULL, kind TEXT NOT NULL, maker TEXT NOT NULL,
    room INTEGER NOT NULL, grams INTEGER, price TEXT NOT NULL, bought_on TEXT NOT NULL, checked_at TEXT, in_use INTEGER NOT NULL, remark TEXT,
    created_at TEXT NOT NULL, created_by TEXT NOT NULL, updated_at TEXT NOT NULL, updated_by TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE history (
    id TEXT PRIMARY KEY, entity TEXT NOT NULL, record TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL, event TEXT NOT NULL, changes TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE ticket_search USING fts5(subject, description, content='ticket', content_rowid='key');
  CREATE TRIGGER ticket_search_insert AFTER INSERT ON ticket BEGIN
    INSERT INTO ticket_search (rowid, subject, description) VALUES (new.key, new.subject, new.description);
  END;
  CREATE TRIGGER ticket_search_update AFTER UPDATE OF subject, description ON ticket BEGIN
    INSERT INTO ticket_search (ticket_search, rowid, subject, description) VALUES ('delete', old.key, old.subject, old.description);
    INSERT INTO ticket_search (rowid, subject, description) VALUES (new.key, new.subject, new.description);
  END;
`

const INDEXES = `
  CREATE INDEX ticket_status ON ticket (status, updated_at DESC, id);
  CREATE INDEX ticket_requester ON ticket (requester, status, updated_at DESC, id);
  CREATE INDEX ticket_assignee ON ticket (assignee);
  CREATE INDEX ticket_priority ON ticket (priority);
  CREATE INDEX ticket_due_at ON ticket (due_at);
  CREATE INDEX ticket_updated_at ON ticket (updated_at DESC, id);
  CREATE INDEX ticket_tag_tag ON ticket_tag (tag, ticket);
  CREATE INDEX comment_ticket ON comment (ticket);
  CREATE INDEX comment_created_at ON comment (created_at, id);
  CREATE INDEX asset_kind ON asset (kind, updated_at DESC, id DESC);
  CREATE INDEX history_record ON history (record, at);
  ANALYZE;
`

export function openBenchDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -16000;
    PRAGMA temp_store = MEMORY;
  `)
  return database
}

/** Makes the file and fills it with the deterministic data. */
export function seedBenchDatabase(path: string, tickets: number): void {
  const data = generateBenchData(tickets)
  const database = openBenchDatabase(path)
  database.exec(`PRAGMA synchronous = OFF; ${SCHEMA} BEGIN`)
  const insert = (table: string, columns: readonly string[]) => {
    const marks = columns.map(() => '?').join(', ')
    return database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`)
  }
  const addTeam = insert('team', ['id', 'name'])
  const addTag = insert('tag', ['id', 'name'])
  const addPerson = insert('person', ['id', 'name', 'email', 'phone', 'team', 'role'])
  const addSession = insert('session', ['token', 'person', 'expires_at'])
  const addTicket = insert('ticket', TICKET_COLUMNS)
  const addTicketTag = insert('ticket_tag', ['ticket', 'tag'])
  for (const team of data.teams) addTeam.run(team.id, team.name)
  for (const tag of data.tags) addTag.run(tag.id, tag.name)
  for (const person of data.people) {
    addPerson.run(person.id, person.name, person.email, person.phone, person.team, person.role)
  }
  for (const { person, token } of data.callers) addSession.run(hashToken(token), person.id, '2099-01-01T00:00:00.000Z')
  let count = 0
  for (const ticket of data.tickets()) {
    const key = addTicket.run(...TICKET_COLUMNS.map((column) => ticket[column])).lastInsertRowid
    for (const tag of ticket.tags) addTicketTag.run(key, tag)
    count++
  }
  const addComment = insert('comment', COMMENT_COLUMNS)
  for (const comment of data.comments())
    addComment.run(
      ...COMMENT_COLUMNS.map((column) => (column === 'internal' ? Number(comment.internal) : comment[column])),
    )
  const addAsset = insert('asset', ASSET_COLUMNS)
  for (const asset of data.assets())
    addAsset.run(...ASSET_COLUMNS.map((column) => (column === 'in_use' ? Number(asset.in_use) : asset[column])))
  database.prepare(`INSERT INTO counter (name, value) VALUES ('ticket', ?)`).run(count)
  database.exec(
    `COMMIT; ${INDEXES} INSERT INTO ticket_search (ticket_search) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)`,
  )
  database.close()
}

export const TICKET_COLUMNS = [
  'id',
  'number',
  'subject',
  'description',
  'status',
  'priority',
  'requester',
  'assignee',
  'team',
  'due_at',
  'resolution',
  'resolved_at',
  'internal_note',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'version',
] as const

const COMMENT_COLUMNS = [
  'id',
  'version',
  'ticket',
  'author',
  'body',
  'internal',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

const ASSET_COLUMNS = [
  'id',
  'version',
  'name',
  'serial',
  'kind',
  'maker',
  'room',
  'grams',
  'price',
  'bought_on',
  'checked_at',
  'in_use',
  'remark',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const
