// No row is updated by every write: writers of different records have nothing in common, and the audit is numbered at the end.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'

let app: TestApp
let agent: Caller
let file: DatabaseSync
beforeAll(async () => {
  app = await startApp(HELPDESK)
  agent = await app.as('Agent')
  file = new DatabaseSync(join(app.directory, 'verbatim.db'), { readOnly: true })
})
afterAll(async () => {
  file.close()
  await app.stop()
})

/** The rows of the tables that are nobody's records. */
function sharedRows(): { readonly [table: string]: string } {
  const tables = ['about', 'catalogue_entity', 'catalogue_field', 'catalogue_object', 'audit_head', 'sqlite_stat1']
  return Object.fromEntries(
    [...tables, 'sequence'].map((table) => [table, JSON.stringify(file.prepare(`SELECT * FROM ${table}`).all())]),
  )
}

test('a change of a record leaves the tables that all share as they are', async () => {
  const customer = await app.as('Customer')
  const { body } = await customer.post('/api/tickets', TICKET)
  const before = sharedRows()
  await agent.patch(`/api/tickets/${body.id}`, { priority: 'high' }).expect(200)
  await agent.post('/api/comments', { ticket: body.id, body: 'Looking into it' }).expect(201)
  expect(sharedRows()).toEqual(before)
})

test('the audit has its numbers in the order of the commands, given after them, and none for what was undone', async () => {
  const { storage } = app.dependencies
  const first = (await storage.database.auditHead()).number
  const at = '2026-11-21T10:00:00.000Z'
  const note = (subject: string) =>
    storage.write(async (transaction) => {
      // Under load the commands may be of several batches: what was numbered before is that of an earlier one.
      const before = (await transaction.auditHead()).number
      await transaction.appendAudit({ at, event: 'noted', by: null, subject, revision: 'r' })
      await transaction
        .savepoint(async () => {
          await transaction.appendAudit({ at, event: 'noted', by: null, subject: 'undone', revision: 'r' })
          throw new Error('undone')
        })
        .catch(() => {})
      // Not numbered yet.
      expect((await transaction.auditHead()).number).toBe(before)
      if (subject === 'refused') throw new Error('refused')
    })
  const outcomes = await Promise.allSettled(['a', 'refused', 'b', 'c'].map(note))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  const noted = (await storage.database.audit({ limit: 10, events: ['noted'] })).toReversed()
  expect(noted.map(({ number, subject }) => [number - first, subject])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ])
})
