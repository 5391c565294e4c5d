// Things and their boxes in a data directory, kept under one document and found again under the next.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { StorageRefused } from '../../server/storage/storage-error.ts'
import type { MigrationConflict, Storage } from '../../server/storage/storage.ts'
import { ON_POSTGRES, openData, removeData } from '../postgres/open-data.ts'
import { compileDocument, documentOf } from './compile-document.ts'

const NOW = '2026-11-21T05:00:00.000Z'
const standard = { _version: 1, created_at: NOW, created_by: null, updated_at: NOW, updated_by: null }

/** A document with one entity, Thing, that has a name and these fields: "size | integer | | 1..5". */
export function things(
  fields: string,
  more: { readonly states?: string; readonly settings?: string; readonly constants?: string } = {},
): string {
  const rows = fields
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => {
      const [field = '', type = '', required = '', limits = '', given = '', value = '', was = ''] = row
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
      return `| ${field} | ${type} | ${required} | ${limits} | ${given} | ${value} | ${was} |`
    })
  return documentOf({
    3: `### Thing\n\n${more.settings ?? ''}\n\n| field | type | required | limits | default | value | was |\n|---|---|---|---|---|---|---|\n| name | text | | | | | |\n${rows.join('\n')}\n\n### Box\n\n| field | type |\n|---|---|\n| label | text |\n\n### Shelf\n\n| field | type |\n|---|---|\n| label | text |\n`,
    4: more.states ?? 'not shown.',
    9: more.constants ?? 'not shown.',
  })
}

/** Renames the field x of a case, so that many cases fit into one document: "x3 | Box (as things_of_3)". */
export function fieldOfItsOwn(row: string, at: number): string {
  return row.replace(/^x\b/, `x${at}`).replace(/\bBox\b/, `Box (as things_of_${at})`)
}

export interface Rows {
  readonly [id: string]: { readonly [field: string]: unknown }
}

export interface Kept {
  /** Reads the database's file; a PostgreSQL database has none. */
  bytes(): Buffer | undefined
  open(document: string, revision: string): Promise<Storage>
  /** Starts with a document, keeps rows in it, and stops. Those whose id begins with "trashed" go to the trash. */
  keep(document: string, rows: Rows): Promise<void>
  /**
   * Starts with the document, and returns what is found of a, b, c and "trashed", or the conflicts that prevent the
   * migration.
   */
  restart(document: string): Promise<Rows | readonly MigrationConflict[]>
}

/** A directory of its own for each test of the file. */
export function keepThings(): Kept {
  let directory = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'verbatim-changed-'))
  })
  afterEach(() => removeData(directory))

  const open: Kept['open'] = (document, revision) =>
    openData({ directory, model: compileDocument(document), revision, now: () => NOW })

  async function keep(document: string, rows: Rows): Promise<void> {
    const storage = await open(document, 'r1')
    await storage.write(async (transaction) => {
      for (const id of ['box-1', 'box-2']) await transaction.insert('Box', { id, label: id, ...standard })
      for (const [id, values] of Object.entries(rows)) {
        await transaction.insert('Thing', { id, ...values, ...standard })
        if (id.startsWith('trashed')) await transaction.delete('Thing', id, false)
      }
    })
    await storage.close()
  }

  async function restart(document: string): Promise<Rows | readonly MigrationConflict[]> {
    try {
      const storage = await open(document, 'r2')
      const read: { [id: string]: { readonly [field: string]: unknown } } = {}
      for (const id of ['a', 'b', 'c', 'trashed']) {
        const record = await storage.database.record('Thing', id, { trash: true })
        const own = Object.entries(record ?? {}).filter(([field]) => field !== 'id' && !(field in standard))
        if (record) read[id] = Object.fromEntries(own)
      }
      await storage.close()
      return read
    } catch (error) {
      if (error instanceof StorageRefused) return error.conflicts
      throw error
    }
  }

  return { bytes: () => (ON_POSTGRES ? undefined : readFileSync(join(directory, 'verbatim.db'))), open, keep, restart }
}

export const STATES = `### Thing.state

- starts: draft
- ends: done

| state | meaning |
|---|---|
| draft | |
| dropped | |
| done | |

| transition | from | to | who |
|---|---|---|---|
| finish | draft | done | everyone |
| drop | draft | dropped | everyone |
| give up | dropped | done | everyone |`

export const PAYMENT = `

### Thing.payment

- starts: paid

| state | meaning |
|---|---|
| due | |
| paid | |

| transition | from | to | who |
|---|---|---|---|
| pay | due | paid | everyone |
| refund | paid | due | everyone |`
