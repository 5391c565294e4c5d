// The document that runs at the start: the file's where it is new or has changed, otherwise what the database holds.
import { expect, test } from 'vitest'
import { compile } from '../../../shared/compile.ts'
import { chooseDocument } from '../../../server/document/choose-document.ts'
import { hashRevision, runDocument } from '../../../server/document/current-document.ts'
import type { DocumentRevision } from '../../../server/storage/document-revision.ts'

const textOf = (name: string) => `# Specification: ${name}\n\n## 3. Entities and fields\n\nnot shown\n`

function given(text: string) {
  const { model } = compile(text)
  if (model === undefined) throw new Error('the document does not compile')
  return runDocument('desk.md', text, model)
}

function stored(number: number, text: string, isFromFile: boolean): DocumentRevision {
  const about = { file: 'desk.md', isFromFile, by: null, at: '2026-11-22T10:00:00.000Z' }
  return { number, revision: hashRevision(text), length: text.length, text, ...about }
}

const FILE = textOf('Desk')
const OTHER = textOf('Counter')
const fromFile = stored(1, FILE, true)
const byHand = stored(2, OTHER, false)
const kept = { inForce: byHand, fromFile: (file: string) => Promise.resolve(file === 'desk.md' ? fromFile : undefined) }
const empty = { inForce: undefined, fromFile: async () => undefined }

test('a new database runs the file, and keeps it', async () => {
  for (const isNamed of [true, false]) {
    const { running, source } = await chooseDocument(given(FILE), { isNamed }, empty)
    expect([running.text, source]).toEqual([FILE, { text: FILE, file: 'desk.md', isFromFile: true, by: null }])
  }
})

test('a file that has not changed since it was published leaves in force what was published otherwise', async () => {
  const choice = await chooseDocument(given(FILE), { isNamed: true }, kept)
  expect(choice).toMatchObject({
    running: { text: OTHER, model: { name: 'Counter' } },
    inPlaceOfFile: { ...byHand, isBesideFile: false },
  })
  expect(choice).not.toHaveProperty('source')
})

test('a file that has changed, or was never published here, is published', async () => {
  const edited = textOf('Front desk')
  const changed = { inForce: fromFile, fromFile: async () => fromFile }
  expect(await chooseDocument(given(edited), { isNamed: true }, changed)).toMatchObject({
    running: { text: edited },
    source: { text: edited },
  })
  const never = { inForce: byHand, fromFile: async () => undefined }
  expect(await chooseDocument(given(FILE), { isNamed: true }, never)).toMatchObject({
    running: { text: FILE },
    source: { text: FILE },
  })
})

test('a file that has changed beside a text that was published in the browser since replaces that one by name, or leaves it in force', async () => {
  const edited = textOf('Front desk')
  const choice = await chooseDocument(given(edited), { isNamed: true, keepsNewer: true }, kept)
  expect(choice).toMatchObject({ running: { text: OTHER }, inPlaceOfFile: { number: 2, isBesideFile: true } })
  expect(choice).not.toHaveProperty('source')
  const replacing = await chooseDocument(given(edited), { isNamed: true }, kept)
  expect(replacing).toMatchObject({ running: { text: edited }, source: { text: edited }, replaced: { number: 2 } })
  // What was taken over by hand, as a copy, is the same.
  expect(await chooseDocument(given(OTHER), { isNamed: true }, kept)).toMatchObject({ running: { text: OTHER } })
})

test('into a database that several processes share a start publishes its file only while it holds none', async () => {
  const shared = { isNamed: true, publishes: 'none' } as const
  const older = await chooseDocument(given(FILE), shared, {
    inForce: stored(2, OTHER, true),
    fromFile: async () => stored(2, OTHER, true),
  })
  expect(older).toMatchObject({ running: { text: OTHER }, inPlaceOfFile: { number: 2, isHeld: true } })
  expect(older).not.toHaveProperty('source')
  expect(await chooseDocument(given(OTHER), shared, kept)).toEqual({
    running: expect.objectContaining({ text: OTHER }),
  })
  expect(await chooseDocument(given(FILE), shared, empty)).toMatchObject({
    running: { text: FILE },
    source: { text: FILE },
  })
})

test('a file that is to be published is, whatever was published since', async () => {
  const publishing = { isNamed: true, publishes: 'given' } as const
  expect(await chooseDocument(given(FILE), publishing, kept)).toMatchObject({
    running: { text: FILE },
    source: { text: FILE, isFromFile: true },
    replaced: { number: 2 },
  })
  expect(await chooseDocument(given(OTHER), publishing, kept)).not.toHaveProperty('source')
})

test('where no file is named, what the database holds runs', async () => {
  expect(await chooseDocument(given(FILE), { isNamed: false }, kept)).toEqual({
    running: expect.objectContaining({ text: OTHER }),
  })
})

test('what this version can’t run is reported with its errors', async () => {
  const wrong = stored(
    2,
    '# Specification: Desk\n\n## 3. Entities and fields\n\n### Desk\n\n| field | type |\n|---|---|\n| a | nonsense |\n',
    false,
  )
  await expect(chooseDocument(given(FILE), { isNamed: true }, { ...kept, inForce: wrong })).rejects.toThrow(
    /nonsense[^]*which the database holds, can't run in this version/,
  )
})
