// Sample data is loaded through the commands, under the clock of each action: whole, or not at all.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CurrentDocument, runDocument } from '../../server/document/current-document.ts'
import type { RunningDocument } from '../../server/document/current-document.ts'
import { SAMPLE_SETTING, SampleRefused } from '../../server/document/load-sample.ts'
import type { Sample } from '../../server/document/read-sample.ts'
import { createIds } from '../../server/records/new-id.ts'
import type { Storage } from '../../server/storage/storage.ts'
import { compileDocument, helpdesk, readShipped } from '../helpers/compile-document.ts'
import { helpdeskSample, loadInto, sampleOf } from '../apps/people-sample.ts'
import { openData, removeData } from '../postgres/open-data.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')

let directory = ''
let storage: Storage
let running: RunningDocument

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'verbatim-sample-'))
  const model = helpdesk()
  running = runDocument('helpdesk.md', readShipped('helpdesk'), model)
  storage = await openData({
    directory,
    model,
    revision: running.revision,
    now: () => new Date(NOW).toISOString(),
  })
})

afterEach(async () => {
  await storage.close()
  await removeData(directory)
})

describe('sample data of the helpdesk', () => {
  test('is loaded whole, with the past in its times and nothing to send', async () => {
    expect(await load(helpdeskSample())).toBe(true)
    // Somebody is there now.
    expect(await load(helpdeskSample())).toBe(false)
    await storage.write(async (transaction) => {
      expect(await transaction.count('Person')).toBe(31)
      expect(await transaction.count('Ticket')).toBe(400)
      const first = await transaction.recordBy('Ticket', 'number', 'HD-00001')
      const last = await transaction.recordBy('Ticket', 'number', 'HD-00400')
      expect(String(first?.['created_at'])).toMatch(/^2025-11-2/)
      expect(String(last?.['created_at'])).toMatch(/^2026-11-21/)
      expect(first?.['status']).toBe('closed')
      const history = await transaction.history('Ticket', String(first?.id), { limit: 50 })
      expect(history[0]).toMatchObject({ event: 'transition', transition: 'close', by: null })
      expect(history.at(-1)).toMatchObject({ event: 'created', at: first?.['created_at'], by: first?.['requester'] })
      expect(await transaction.system('setting', SAMPLE_SETTING)).toMatchObject({ value: { people: 31 } })
    })
  })

  test('with a refused action leaves nothing, and says which one and what is wrong with it', async () => {
    const person = { at: '-P3D', name: 'Carl', email: 'carl@example.com', roles: ['Customer'] }
    const ticket = { at: '-P2D', as: 'carl@example.com', create: 'Ticket' }
    const sample = {
      password: 'a long password',
      people: [person],
      actions: [
        { ...ticket, with: { subject: 'It is dark', description: 'No light.' } },
        { ...ticket, with: { subject: 'It is cold', description: 'No heat.', priority: 'urgent' } },
      ],
    }
    const refused = await load(sampleOf(JSON.stringify(sample))).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SampleRefused)
    expect((refused as SampleRefused).message).toMatch(
      /^actions\[1\]: .*at least 40 characters.*\(line \d+ of the document\)$/,
    )
    await storage.write(async (transaction) => {
      expect(await transaction.count('Person')).toBe(0)
      expect(await transaction.count('Ticket')).toBe(0)
      expect(await transaction.system('setting', SAMPLE_SETTING)).toBeUndefined()
    })
  })

  test('names roles as the document writes them, and is refused where there is no such role', async () => {
    const text = readShipped('library')
    const library = runDocument('library.md', text, compileDocument(text))
    const place = mkdtempSync(join(tmpdir(), 'verbatim-sample-'))
    const { model, revision } = library
    const own = await openData({ directory: place, model, revision, now: () => new Date(NOW).toISOString() })
    const loadInLibrary = (role: string): ReturnType<typeof loadInto> => {
      const person = { at: '-P3D', name: 'Carl', email: 'carl@example.com', roles: [role] }
      const sample = sampleOf(JSON.stringify({ password: 'a long password', people: [person], actions: [] }))
      return loadInto(
        { storage: own, current: new CurrentDocument(library), newId: createIds(), hash: async () => 'hash', now: NOW },
        sample,
      )
    }
    await expect(loadInLibrary('Head libarian')).rejects.toThrow(
      /^people\[0\]: the document has no role Head libarian\. Its roles are .*Head librarian/,
    )
    expect(await loadInLibrary('Head librarian')).toBe(true)
    await own.write(async (transaction) => {
      expect(await transaction.recordBy('Person', 'email', 'carl@example.com')).toMatchObject({
        roles: ['HeadLibrarian'],
      })
    })
    await own.close()
    await removeData(place)
  })

  test.each([
    [{ as: null, create: 'Tocket', with: {} }, 'actions[0]: the document has no entity Tocket.'],
    [{ as: null, do: 'promote', on: 'carl@example.com' }, 'actions[0]: Person has no transition promote.'],
    [
      { as: 'carl@example.com', create: 'Tag', with: { name: 'dark' } },
      /^actions\[0\]: .+\(line \d+ of the document\)$/,
    ],
    [
      { as: 'carl@example.com', create: 'Ticket', with: { attachments: [{ upload: 'library/nothing.webp' }] } },
      'actions[0]: the file "library/nothing.webp" is not there.',
    ],
  ])('that asks for %j is refused', async (action, sentence) => {
    const sample = {
      password: 'a long password',
      people: [{ at: '-P3D', name: 'Carl', email: 'carl@example.com', roles: ['Customer'] }],
      actions: [{ at: '-P1D', ...action }],
    }
    await expect(load(sampleOf(JSON.stringify(sample)))).rejects.toThrow(sentence)
  })
})

function load(sample: Sample): ReturnType<typeof loadInto> {
  return loadInto(
    { storage, current: new CurrentDocument(running), newId: createIds(), hash: async () => 'hash', now: NOW },
    sample,
  )
}
