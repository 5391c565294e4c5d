// The roles that the operating page describes: its statements let a server run that changes no table and rewrites no audit.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../apps/start-app.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import { compileModel } from './helpdesk.ts'
import { addressOf, startPostgres } from '../../postgres/postgres.ts'
import type { Postgres } from '../../postgres/postgres.ts'
import { checkPostgresAudit } from '../../../server/storage/postgres/check-postgres-audit.ts'
import { openPostgresStorage } from '../../../server/storage/postgres/open-postgres.ts'
import { runDocument } from '../../../server/document/current-document.ts'
import { WORDS } from '../../../server/storage/sqlite/sqlite-words.ts'

const DATABASE = 'verbatim_roles'
const PAGE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'server', 'OPERATING.md'), 'utf8')
const GRANTS = /### Roles.*?```sql\n(.*?)```/s.exec(PAGE)?.[1] ?? ''

const server = await startPostgres()
const roles = ['desk_owner', 'desk_server', 'desk_auditor']
let owner = ''

beforeAll(async () => {
  if ('reason' in server) return
  await dropAll(server)
  await server.client.query('CREATE ROLE desk_owner LOGIN CREATEROLE')
  await server.client.query(`CREATE DATABASE ${DATABASE} OWNER desk_owner`)
  owner = as('desk_owner')
  await (await start(owner)).close()
  await ask(owner, GRANTS)
})

afterAll(async () => {
  if ('reason' in server) return
  await dropAll(server)
  await server.stop()
})

async function dropAll({ client }: Postgres): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  for (const role of roles) await client.query(`DROP ROLE IF EXISTS ${role}`)
}

function as(role: string): string {
  return addressOf(server as Postgres, DATABASE).replace(/\/\/[^@]*@/, `//${role}@`)
}

const start = (url: string, text = HELPDESK) =>
  startApp(text, undefined, {
    openStorage: (more) => openPostgresStorage({ ...more, url, words: WORDS, random: Math.random, elapsed: () => 0 }),
  })

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

// A server of the tests' own lets everybody in who has a name there.
describe.skipIf('reason' in server || process.env['DATABASE_URL'] !== undefined)(
  'a role without rights on tables',
  () => {
    test('serves a document, with all that people do with records', async () => {
      const app = await start(as('desk_server'))
      const manager = await app.as('Manager')
      const ticket = await manager.post('/api/tickets', TICKET)
      expect(ticket.status).toBe(201)
      const path = `/api/tickets/${ticket.body.id}`
      expect((await manager.patch(path, { subject: 'Scanner' })).status).toBe(200)
      expect((await manager.get('/api/tickets?search=scanner&count=exact')).body.count).toBe(1)
      expect((await manager.delete(path)).status).toBe(204)
      await app.close()
    })

    test('adds to the audit, and neither changes nor deletes what is in it', async () => {
      const url = as('desk_server')
      const before = await checkPostgresAudit(url, [])
      expect(before.isWhole).toBe(true)
      await expect(ask(url, "UPDATE audit SET event = 'nothing'")).rejects.toThrow(/permission denied for table audit/)
      await expect(ask(url, 'DELETE FROM audit')).rejects.toThrow(/permission denied for table audit/)
      await expect(ask(url, 'TRUNCATE audit')).rejects.toThrow(/permission denied for table audit/)
      await expect(ask(url, 'DROP TABLE audit')).rejects.toThrow(/must be owner/)
      await expect(ask(url, 'CREATE TABLE more (a text)')).rejects.toThrow(/permission denied/)
      expect(await checkPostgresAudit(url, [])).toEqual(before)
    })

    test('puts no document in force that changes tables, until the owner has done so', async () => {
      const changed = HELPDESK.replace(
        '| subject | text | yes |',
        '| nickname | text | no | | | | |\n| subject | text | yes |',
      )
      expect(changed).not.toBe(HELPDESK)
      await expect(start(as('desk_server'), changed)).rejects.toThrow(/desk_server may not do what is needed/)
      const serving = await start(as('desk_server'))
      const { model, revision } = runDocument('test.md', changed, compileModel(changed))
      expect(await serving.dependencies.storage.migrate(model, revision)).toMatchObject({
        applied: false,
        conflicts: [{ sentence: expect.stringContaining('publish it as their owner') }],
      })
      await serving.close()
      await (await start(owner, changed)).close()
      const app = await start(as('desk_server'), changed)
      const manager = await app.as('Manager', 'Another manager')
      expect((await manager.post('/api/tickets', { ...TICKET, nickname: 'Noisy' })).body.nickname).toBe('Noisy')
      await app.close()
    })

    test('that only reads can verify the audit', async () => {
      await ask(owner, 'CREATE ROLE desk_auditor LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO desk_auditor')
      const url = as('desk_auditor')
      expect(await checkPostgresAudit(url, [])).toEqual(await checkPostgresAudit(owner, []))
      await expect(ask(url, "INSERT INTO audit_waiting (entry) VALUES ('{}')")).rejects.toThrow(/permission denied/)
    })
  },
)
