import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '../../../server/storage/sqlite/connection.ts'
import { FUNCTIONS } from '../../../server/storage/sqlite/sql-functions.ts'
import { prepareSystemTables } from '../../../server/storage/sqlite/system-schema.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import { openSqlite } from '../../../server/storage/sqlite/open-sqlite.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { helpdesk, NOW, openTemporary, personRow } from '../storage/helpdesk.ts'
import type { Opened } from '../storage/helpdesk.ts'

function note(storage: Storage, event: string, by: string | null = 'p1'): Promise<void> {
  return storage.write((transaction) => transaction.appendAudit({ at: NOW, event, by, revision: 'r1' }))
}

describe('the audit', () => {
  let opened: Opened
  let writer: Connection

  beforeAll(async () => {
    opened = await openTemporary(helpdesk)
    writer = openSqlite(join(opened.directory, 'verbatim.db'), { role: 'writer', functions: FUNCTIONS })
    // The first entry is that of the document which the database was made for.
    await Promise.all(
      Array.from({ length: 19 }, (_, at) => note(opened.storage, at % 2 === 0 ? 'sign_in' : 'sign_out')),
    )
  })

  afterAll(async () => {
    writer.close()
    await opened.close()
  })

  test('is one chain without gaps, however many write at once', async () => {
    const entries = await opened.storage.database.audit({ limit: 100 })
    expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => 20 - at))
    for (const [at, entry] of entries.slice(0, -1).entries()) expect(entry.previous).toBe(entries[at + 1]?.hash)
    expect(await opened.storage.database.auditHead()).toEqual({ number: 20, hash: entries[0]?.hash })
  })

  test('is read page by page, by event and by person', async () => {
    const { database } = opened.storage
    expect((await database.audit({ limit: 3, before: 11 })).map(({ number }) => number)).toEqual([10, 9, 8])
    expect(new Set((await database.audit({ limit: 100, events: ['sign_in'] })).map(({ event }) => event))).toEqual(
      new Set(['sign_in']),
    )
    expect(await database.audit({ limit: 100, person: 'p2' })).toEqual([])
  })

  test('keeps nothing of a command that is refused', async () => {
    const before = await opened.storage.database.auditHead()
    await expect(
      opened.storage.write(async (transaction) => {
        await transaction.appendAudit({ at: NOW, event: 'sign_in', by: null, revision: 'r1' })
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    expect(await opened.storage.database.auditHead()).toEqual(before)
  })

  test('notes which document is in force with the change of the schema itself, and none that is refused', async () => {
    const { storage, close } = await openTemporary(helpdesk)
    await storage.migrate(helpdesk, 'r2')
    await storage.migrate(helpdesk, 'r2')
    await storage.write((transaction) => transaction.insert('Person', personRow('p1')))
    const person = helpdesk.entities.get('Person')
    if (person === undefined) throw new Error('There are no people.')
    const fields = new Map([...person.fields].filter(([name]) => name !== 'email'))
    const without = { ...helpdesk, entities: new Map([...helpdesk.entities, ['Person', { ...person, fields }]]) }
    expect((await storage.migrate(without, 'r3')).applied).toBe(false)
    const noted = await storage.database.audit({ events: ['document_published'], limit: 9 })
    expect(noted.map(({ at, detail }) => [at, detail])).toEqual([
      [NOW, { from: 'r1', to: 'r2' }],
      [NOW, { from: null, to: 'r1' }],
    ])
    await close()
  })

  test.each([
    "UPDATE audit SET event = 'x' WHERE number = 3",
    'DELETE FROM audit WHERE number = 20',
    'UPDATE audit_head SET number = 19',
    'DELETE FROM audit_head',
    "INSERT INTO audit_head (only, number, hash) VALUES (2, 0, '')",
    'DROP TABLE audit',
    'DROP TRIGGER audit_is_not_changed',
  ])('can’t be changed by a command: %s', (sql) => {
    expect(() => writer.prepare(sql).all([])).toThrow(/not authorized|authorization denied/)
  })

  test('can’t be dropped even while the schema is changed', () => {
    expect(() => writer.allowSchemaChanges(() => writer.execute('DROP TABLE audit'))).toThrow(/not authorized/)
  })

  test.each([
    ["INSERT INTO audit VALUES (20, '', '', NULL, NULL, '', NULL, '', '', '')", 'an entry that is there'],
    ["INSERT OR REPLACE INTO audit VALUES (20, '', '', NULL, NULL, '', NULL, '', '', '')", 'in place of one'],
    ["INSERT INTO audit VALUES (22, '', '', NULL, NULL, '', NULL, '', '', '')", 'after a gap'],
    ["INSERT INTO audit VALUES (21, '', '', NULL, NULL, '', NULL, '', 'x', '')", 'beside the chain'],
  ])('the engine itself refuses %s (%s)', (sql) => {
    expect(() => writer.prepare(sql).run([])).toThrow('the audit is continued at its end')
  })

  test('the engine refuses changes even to those who open the file with another program', () => {
    const foreign = new DatabaseSync(join(opened.directory, 'verbatim.db'))
    expect(() => foreign.exec("UPDATE audit SET event = 'x'")).toThrow('the audit is not changed')
    expect(() => foreign.exec('DELETE FROM audit')).toThrow('the audit is not deleted')
    foreign.close()
  })
})

describe('a database of format 3', () => {
  test('is refused with what can be done', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'verbatim-format-'))
    const old = openSqlite(join(directory, 'verbatim.db'), { role: 'writer', functions: FUNCTIONS })
    prepareSystemTables(old, 4)
    old.allowSchemaChanges(() => old.execute('PRAGMA user_version = 3'))
    old.close()
    await expect(openSqliteStorage({ directory, model: helpdesk, revision: 'r1', now: () => NOW })).rejects.toThrow(
      'an older version of Verbatim (format 3; this version reads from 4)',
    )
    rmSync(directory, { recursive: true })
  })
})

describe('a database of format 4', () => {
  test('keeps its letters as jobs, with their numbers, tries and what they failed of', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'verbatim-format-'))
    const old = openSqlite(join(directory, 'verbatim.db'), { role: 'writer', functions: FUNCTIONS })
    prepareSystemTables(old, 4)
    const value = { id: 'x', to: 'ada@example.com', subject: 's', text: 't', madeAt: NOW, goodUntil: null }
    const letter = { ...value, tries: 3, problem: 'EENVELOPE 550', isGivenUp: true }
    old.prepare('INSERT INTO outbox (number, due_at, value) VALUES (7, ?, ?)').run([NOW, JSON.stringify(letter)])
    old.close()

    const storage = await openSqliteStorage({ directory, model: helpdesk, revision: 'r1', now: () => NOW })
    const nothing = { about: null, key: null }
    expect(await storage.database.newestJobs('mail', 10)).toEqual([
      { number: 7, kind: 'mail', ...nothing, dueAt: NOW, tries: 3, problem: 'EENVELOPE 550', isDead: true, value },
    ])
    await storage.close()
    rmSync(directory, { recursive: true })
  })
})
