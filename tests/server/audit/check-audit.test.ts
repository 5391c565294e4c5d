// The check of the audit finds the first entry that is not as it was written.
// @module-tag V05
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkAudit } from '../../../server/storage/sqlite/check-audit.ts'
import { chainHashOf } from '../../../server/storage/audit/hash-chain.ts'
import { helpdesk, NOW, openTemporary } from '../storage/helpdesk.ts'

const ENTRIES = 12

/** Someone with the file and a tool of their own, who takes the triggers away first. */
const WITHOUT_TRIGGERS =
  'DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_deleted; DROP TRIGGER audit_is_continued; DROP TRIGGER audit_was_continued;'

describe('the check of the audit', () => {
  const original = mkdtempSync(join(tmpdir(), 'verbatim-audit-'))
  let directory: string

  beforeAll(async () => {
    const opened = await openTemporary(helpdesk)
    // The first is that of the document which the database was made for.
    for (let at = 2; at <= ENTRIES; at++)
      await opened.storage.write((transaction) =>
        transaction.appendAudit({
          at: NOW,
          event: 'sign_in',
          by: `p${at}`,
          revision: 'r1',
          detail: { way: 'password' },
        }),
      )
    await opened.storage.write(async () => {})
    // Carried over from the log into the file, which is copied below.
    const file = new DatabaseSync(join(opened.directory, 'verbatim.db'))
    file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    file.close()
    copyFileSync(join(opened.directory, 'verbatim.db'), join(original, 'verbatim.db'))
    await opened.close()
  })

  afterAll(() => rmSync(original, { recursive: true }))

  async function checkAfter(sql: string, noted: readonly string[] = []): ReturnType<typeof checkAudit> {
    directory = mkdtempSync(join(tmpdir(), 'verbatim-audit-'))
    try {
      copyFileSync(join(original, 'verbatim.db'), join(directory, 'verbatim.db'))
      const file = new DatabaseSync(join(directory, 'verbatim.db'))
      file.exec(WITHOUT_TRIGGERS + sql)
      file.close()
      return await checkAudit(directory, noted)
    } finally {
      rmSync(directory, { recursive: true })
    }
  }

  function hashAt(number: number): string {
    const file = new DatabaseSync(join(original, 'verbatim.db'), { readOnly: true })
    const row = file.prepare('SELECT hash FROM audit WHERE number = ?').get(number)
    file.close()
    return String(row?.['hash'])
  }

  test('says how many entries there are, and the head to be kept elsewhere', async () => {
    expect(await checkAfter('')).toEqual({ output: `12 entries, chain whole, head ${hashAt(12)}`, isWhole: true })
  })

  test.each([
    ['one character of an entry is changed', 'UPDATE audit SET detail = \'{"way":"passkey"}\' WHERE number = 5', 5],
    ['who did it is changed', "UPDATE audit SET person = 'p9' WHERE number = 1", 1],
    ['when it was is changed', "UPDATE audit SET at = '2026-01-01T00:00:00.000Z' WHERE number = 12", 12],
    ['an entry is deleted', 'DELETE FROM audit WHERE number = 7', 7],
    ['the first is deleted', 'DELETE FROM audit WHERE number = 1', 1],
    [
      'two change places',
      'UPDATE audit SET number = 100 WHERE number = 3; UPDATE audit SET number = 3 WHERE number = 4; UPDATE audit SET number = 4 WHERE number = 100',
      3,
    ],
    [
      'an entry is deleted and those after it are moved up',
      'DELETE FROM audit WHERE number = 7; UPDATE audit SET number = number - 1 WHERE number > 7',
      7,
    ],
    ['the last are cut off', 'DELETE FROM audit WHERE number > 9', 10],
    ['all are deleted', 'DELETE FROM audit', 1],
    [
      'one is added that does not continue the chain',
      "INSERT INTO audit SELECT 13, at, event, 'p1', subject, detail, address, revision, previous, hash FROM audit WHERE number = 12",
      13,
    ],
  ])('finds the first wrong entry when %s', async (_, sql, number) => {
    const { output, isWhole } = await checkAfter(sql)
    expect(isWhole).toBe(false)
    expect(output).toMatch(new RegExp(`^The audit is broken at entry ${number}: `))
  })

  test('finds a chain that was written anew from some entry on, by a hash that was kept elsewhere', async () => {
    const forged = rewriteFrom(4)
    expect((await checkAfter(forged)).isWhole).toBe(true)
    expect((await checkAfter(forged, [hashAt(3)])).isWhole).toBe(true)
    expect(await checkAfter(forged, [hashAt(6)])).toEqual({
      output: `The audit is broken at entry 12: the chain does not contain the noted hash ${hashAt(6)}.`,
      isWhole: false,
    })
  })

  test('finds a changed entry whose hash was worked out again, and put into the entry after it', async () => {
    const row = { number: 5, at: NOW, event: 'sign_in', by: 'p5', subject: null, detail: '{}', address: null }
    const hash = chainHashOf({ ...row, revision: 'r1', previous: hashAt(4) })
    const forged = `UPDATE audit SET detail = '{}', hash = '${hash}' WHERE number = 5; UPDATE audit SET previous = '${hash}' WHERE number = 6`
    expect(await checkAfter(forged)).toEqual({
      output: 'The audit is broken at entry 6: it was changed after it was written.',
      isWhole: false,
    })
  })

  /** Every hash from there on worked out again, the head too. */
  function rewriteFrom(first: number): string {
    let previous = hashAt(first - 1)
    const statements: string[] = []
    for (let number = first; number <= ENTRIES; number++) {
      const detail = '{}'
      const row = { number, at: NOW, event: 'sign_in', by: `p${number}`, subject: null, detail, address: null }
      const hash = chainHashOf({ ...row, revision: 'r1', previous })
      statements.push(
        `UPDATE audit SET detail = '{}', previous = '${previous}', hash = '${hash}' WHERE number = ${number}`,
      )
      previous = hash
    }
    return `${statements.join('; ')}; UPDATE audit_head SET hash = '${previous}'`
  }

  test('is a command: exit code 0 for a whole chain, 1 for a broken one', async () => {
    const whole = await runAudit(['--data', original, '--noted', hashAt(6)])
    expect(whole).toEqual({ code: 0, stdout: `12 entries, chain whole, head ${hashAt(12)}\n`, stderr: '' })
    const unknown = await runAudit(['--data', original, '--noted', 'f'.repeat(64)])
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toContain('does not contain the noted hash')
    const nowhere = await runAudit(['--data', join(original, 'nowhere')])
    expect(nowhere).toEqual({ code: 1, stdout: '', stderr: `There is no database in ${join(original, 'nowhere')}.\n` })
  })
})

function runAudit(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = new URL('../../../server/main.ts', import.meta.url).pathname
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'audit', ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}
