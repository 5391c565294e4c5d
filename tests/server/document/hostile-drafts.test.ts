// Drafts that are very long, or whose examples never end, are answered, and disturb nobody else.
// @module-tag H01
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparePermissions } from '../../../server/plan/compare-permissions.ts'
import { openCopies } from '../../../server/plan/open-copies.ts'
import { createExampleRunner } from '../../../server/sandbox/example-runner.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { placeOf } from '../../postgres/open-data.ts'
import { countStatements } from '../../helpers/count-statements.ts'

const documentWith = ({ says = 'It keeps notes.', more = '', where = '`owner == me`' } = {}) =>
  documentOf({
    1: says,
    3: '### Note\n\n| field | type | required |\n|---|---|---|\n| text | text | yes |\n| owner | Person | yes |\n',
    4: more === '' ? 'none.' : more,
    6: `| role | is |\n|---|---|\n| Writer | writes |\n\n| role | entity | may | where |\n|---|---|---|---|\n| Writer | Note | read | ${where} |\n| Writer | Note | create | |\n`,
  })

/** Milliseconds that all examples may take here. */
const LONGEST = 2_000

let app: TestApp
let administrator: Caller
let writer: Caller

beforeAll(async () => {
  app = await startApp(documentWith(), undefined, { runExamples: createExampleRunner(LONGEST) })
  administrator = await app.as('Administrator')
  writer = await app.as('Writer')
})
afterAll(() => app.stop())

const post = (what: string, text: string) =>
  administrator.post(`/api/system/document/${what}`).set('Content-Type', 'text/markdown').send(text)

const LENGTH = 524_288

describe('a draft of 524,288 characters', () => {
  const padded = (line: string): string => {
    const text = documentWith({ says: '§' })
    return text.replace('§', () => line.repeat(Math.ceil(LENGTH / line.length)).slice(0, LENGTH - text.length + 1))
  }

  test('that is sound is checked, run and planned', async () => {
    const text = padded('A sentence of nobody in particular.\n')
    expect(text).toHaveLength(LENGTH)
    expect((await post('check', text).expect(200)).body).toMatchObject({ isPublishable: true })
    expect((await post('examples', text).expect(200)).body).toEqual({ examples: [] })
    expect((await post('plan', text).expect(200)).body.plan).toMatchObject({ conflicts: [], permissions: [] })
  })

  test('that is none says so', async () => {
    const begin = '## 3. Entities\n\n### Note\n\n| field | type |\n|---|---|\n'
    const { body } = await post('check', begin.padEnd(LENGTH, '| a | b |\n')).expect(200)
    expect(body.isPublishable).toBe(false)
    expect(body.diagnostics.length).toBeGreaterThan(0)
    // Threads compile it as the check does; what they answer to its errors is the same at any length.
    const short = begin.padEnd(1_000, '| a | b |\n')
    expect((await post('examples', short).expect(200)).body).toEqual({ examples: [] })
    expect((await post('plan', short).expect(200)).body).toEqual({ plan: null })
  })
})

describe('an example that never ends', () => {
  const schedules = Array.from({ length: 8 }, (_, at) => `| round ${at} | hour | create Tick { text: "x" } |`).join(
    '\n',
  )
  const text = documentWith({
    more: `### Schedules\n\n| schedule | every | then |\n|---|---|---|\n${schedules}\n\n### Example: the last of days\n\n1. as a Writer\n2. 400 days later\n3. expect Tick.count() == 0\n\n### Example: a note\n\n1. as a Writer\n2. create Note { text: "x", owner: me }\n`,
  }).replace('### Note\n', '### Tick\n\n| field | type |\n|---|---|\n| text | text |\n\n### Note\n')

  test('is ended, says so with its line, and lets others work meanwhile', async () => {
    const order: string[] = []
    const examples = post('examples', text)
      .expect(200)
      .then(({ body }) => {
        order.push('examples')
        return body.examples as readonly {
          readonly title: string
          readonly failure: { readonly problem: string } | null
        }[]
      })
    await writer.post('/api/notes', { text: 'meanwhile', owner: writer.id }).expect(201)
    order.push('note')
    const outcomes = await examples
    expect(order).toEqual(['note', 'examples'])
    expect(outcomes.map(({ title, failure }) => [title, failure?.problem])).toEqual([
      ['the last of days', expect.stringMatching(/was not run|can wait for/)],
      ['a note', expect.stringMatching(/was not run/)],
    ])
  })
})

describe('a plan on many records', () => {
  test('looks at no more of them than it says, however many there are', async () => {
    const { storage } = app.dependencies
    const now = new Date(app.clock.now).toISOString()
    const text = documentWith({ where: '`text != ""`' })
    const document = { file: 'test.md', text, model: compileDocument(text) }
    const folder = mkdtempSync(join(tmpdir(), 'verbatim-many-'))
    const fill = (count: number) =>
      storage.write(async (transaction) => {
        for (let at = 0; at < count; at++)
          await transaction.insert('Note', {
            id: app.dependencies.newId(now),
            _version: 1,
            created_at: now,
            updated_at: now,
            created_by: null,
            updated_by: null,
            text: `note ${at}`,
            owner: writer.id,
          })
      })
    const countWork = async () => {
      const copies = await openCopies({ place: await placeOf(app.directory), folder }, document, now)
      if ('conflicts' in copies) throw new Error('the data fits the document')
      const bounds = { hasTime: () => true, records: 250 }
      const { total, result } = await countStatements(() => comparePermissions(copies, now, bounds))
      await copies.close()
      expect(result).toMatchObject({ isCut: true, isWhole: true })
      return total
    }
    await fill(600)
    const few = await countWork()
    await fill(5_400)
    expect(await countWork()).toBeLessThanOrEqual(few)
    rmSync(folder, { recursive: true })
  })
})
