// The tables of the hand-written server on PostgreSQL, and the data in them.
import { TICKET_COLUMNS } from '../database.ts'
import { Client } from 'pg'
import { generateBenchData, hashToken, type Ticket } from '../data.ts'

const SCHEMA = `
  CREATE TABLE team (id text PRIMARY KEY, name text NOT NULL UNIQUE);
  CREATE TABLE tag (id text PRIMARY KEY, name text NOT NULL UNIQUE);
  CREATE TABLE person (
    id text PRIMARY KEY, name text NOT NULL, email text NOT NULL UNIQUE, phone text, team text REFERENCES team,
    role text NOT NULL, active boolean NOT NULL DEFAULT true, version integer NOT NULL DEFAULT 1
  );
  CREATE TABLE session (token text PRIMARY KEY, person text NOT NULL REFERENCES person, expires_at text NOT NULL);
  CREATE TABLE ticket (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE, number text NOT NULL UNIQUE,
    subject text NOT NULL, description text NOT NULL, status text NOT NULL, priority text NOT NULL,
    requester text NOT NULL REFERENCES person, assignee text REFERENCES person, team text REFERENCES team,
    due_at text NOT NULL, attachments text NOT NULL DEFAULT '[]', resolution text, resolved_at text, internal_note text,
    created_at text NOT NULL, created_by text NOT NULL, updated_at text NOT NULL, updated_by text NOT NULL,
    version integer NOT NULL,
    words tsvector GENERATED ALWAYS AS (to_tsvector('simple', subject || ' ' || description)) STORED
  );
  CREATE TABLE ticket_tag (ticket bigint NOT NULL REFERENCES ticket, tag text NOT NULL REFERENCES tag, PRIMARY KEY (ticket, tag));
  CREATE TABLE history (
    id text PRIMARY KEY, entity text NOT NULL, record text NOT NULL, at text NOT NULL, by text NOT NULL, event text NOT NULL, changes text NOT NULL
  );
  CREATE SEQUENCE ticket_number;
`

const INDEXES = `
  CREATE INDEX ticket_status ON ticket (status, updated_at DESC, id DESC);
  CREATE INDEX ticket_requester ON ticket (requester, status, updated_at DESC, id DESC);
  CREATE INDEX ticket_assignee ON ticket (assignee);
  CREATE INDEX ticket_priority ON ticket (priority);
  CREATE INDEX ticket_due_at ON ticket (due_at);
  CREATE INDEX ticket_updated_at ON ticket (updated_at DESC, id DESC);
  CREATE INDEX ticket_words ON ticket USING gin (words);
  CREATE INDEX ticket_tag_tag ON ticket_tag (tag, ticket);
  CREATE INDEX history_record ON history (record, at);
`

const AT_ONCE = 1_000

/** Fills an empty database with the deterministic data. */
export async function seedBenchDatabase(address: string, tickets: number): Promise<void> {
  const data = generateBenchData(tickets)
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(SCHEMA)
    const insert = (table: string, columns: readonly string[], rows: readonly object[]): Promise<unknown> => {
      const from = `json_populate_recordset(NULL::${table}, $1)`
      return client.query(`INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM ${from}`, [
        JSON.stringify(rows),
      ])
    }
    await insert('team', ['id', 'name'], data.teams)
    await insert('tag', ['id', 'name'], data.tags)
    await insert('person', ['id', 'name', 'email', 'phone', 'team', 'role'], data.people)
    const sessions = data.callers.map(({ person, token }) => ({
      token: hashToken(token),
      person: person.id,
      expires_at: '2099-01-01T00:00:00.000Z',
    }))
    await insert('session', ['token', 'person', 'expires_at'], sessions)
    let some: Ticket[] = []
    let count = 0
    const flush = async (): Promise<void> => {
      await insert('ticket', TICKET_COLUMNS, some)
      const tags = some.flatMap(({ id, tags: all }) => all.map((tag) => ({ id, tag })))
      await client.query(
        'INSERT INTO ticket_tag (ticket, tag) SELECT t.key, p.tag FROM json_to_recordset($1) AS p (id text, tag text) JOIN ticket t ON t.id = p.id',
        [JSON.stringify(tags)],
      )
      count += some.length
      some = []
    }
    for (const ticket of data.tickets()) if (some.push(ticket) === AT_ONCE) await flush()
    await flush()
    await client.query(`SELECT setval('ticket_number', $1)`, [count])
    await client.query(INDEXES)
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}
