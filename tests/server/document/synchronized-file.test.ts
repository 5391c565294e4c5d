// File and browser: neither replaces what the other said in silence; with a watch, what one publishes reaches the other.
// @module-tag call/get/system/document/file
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { runDocument } from '../../../server/document/current-document.ts'
import type { PublishFileDependencies } from '../../../server/document/publish-file.ts'
import { outcomeOf, runExamples as runExampleStories } from '../../../server/sandbox/run-examples.ts'
import type { SynchronizedFile } from '../../../server/document/synchronized-file.ts'
import { createSynchronizedFile } from '../../../server/document/synchronized-file.ts'
import { watchDocument } from '../../../server/document/watch-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const textOf = (...fields: readonly string[]): string =>
  documentOf({
    3: `### Machine\n\n| field | type |\n|---|---|\n${fields.map((field) => `| ${field} | text |`).join('\n')}\n`,
    6: '| role | entity | may |\n|---|---|---|\n| everyone | Machine | everything |\n',
  })

const FIRST = textOf('name')
const IN_BROWSER = textOf('name', 'maker')
const IN_FILE = textOf('name', 'year')

let app: TestApp
let administrator: Caller
let directory: string
let file: string
let said: string[]
let kept: SynchronizedFile

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'verbatim-file-'))
  file = join(directory, 'rental.md')
  writeFileSync(file, FIRST)
  app = await startApp(FIRST, undefined, { followedFile: () => kept.state() })
  administrator = await app.as('Administrator')
  said = []
  kept = synchronize()
})
afterEach(async () => {
  await app.stop()
  rmSync(directory, { recursive: true })
})

interface Synchronization extends Pick<PublishFileDependencies, 'runExamples'> {
  readonly base?: string
  readonly isForced?: boolean
}

function synchronize(options: Synchronization = {}): SynchronizedFile {
  const { base = FIRST, isForced = false, ...others } = options
  const dependencies = { ...app.dependencies, runExamples, ...others }
  return createSynchronizedFile(dependencies, { file, base, isForced, say: (message) => said.push(message) })
}

/** Without a thread. */
async function runExamples({ file: name, text }: { readonly file: string; readonly text: string }) {
  const { model } = compile(text)
  return model === undefined ? null : (await runExampleStories(runDocument(name, text, model))).map(outcomeOf)
}

const running = (): string => app.dependencies.current.running.text
const onDisk = (): string => readFileSync(file, 'utf8')
const publish = async (text: string) =>
  administrator
    .put('/api/system/document')
    .set('Content-Type', 'text/markdown')
    .send(text as never)
    .expect(200)
const save = async (text: string) => {
  writeFileSync(file, text)
  await kept.fileChanged()
}
const waiting = async () => (await administrator.get('/api/system/document/file').expect(200)).body.waiting

describe('what is published in the browser', () => {
  test('is written to the file, from which one goes on', async () => {
    await publish(IN_BROWSER)
    await kept.revisionChanged()
    expect(onDisk()).toBe(IN_BROWSER)
    expect(said.at(-1)).toMatch(
      /^Revision [0-9a-f]{12}, which was published in the browser, was written to rental\.md\.$/,
    )
    const next = textOf('name', 'maker', 'year')
    await save(next)
    expect([running(), onDisk(), await waiting()]).toEqual([next, next, null])
  })

  test('is never replaced by an older file that was saved again; that is said, and a person decides', async () => {
    await publish(IN_BROWSER)
    // As where the file could not be written to, or nobody watched it.
    await save(`${FIRST}\n`)
    expect([running(), onDisk()]).toEqual([IN_BROWSER, `${FIRST}\n`])
    expect(said.at(-1)).toMatch(/^Not published: rental\.md does not go on from revision [0-9a-f]{12}.*--force\.$/)
    expect(await waiting()).toEqual({ why: 'beside', text: `${FIRST}\n` })
    // By a click under /studio it is published after all, and then both are the same.
    await publish(`${FIRST}\n`)
    await kept.revisionChanged()
    expect([running(), onDisk(), await waiting()]).toEqual([`${FIRST}\n`, `${FIRST}\n`, null])
    await save(IN_FILE)
    expect(running()).toBe(IN_FILE)
  })

  test('is not taken back by an editor that still has the file as it was before, and saves it', async () => {
    await publish(IN_BROWSER)
    await kept.revisionChanged()
    expect(onDisk()).toBe(IN_BROWSER)
    await save(`${FIRST}\n`)
    expect([running(), (await waiting())?.text]).toEqual([IN_BROWSER, `${FIRST}\n`])
    // An editor that read the file anew goes on from it.
    await save(textOf('name', 'maker', 'year'))
    expect([running(), await waiting()]).toEqual([textOf('name', 'maker', 'year'), null])
  })

  test('does not overwrite a file that was saved meanwhile, whichever is seen first', async () => {
    writeFileSync(file, IN_FILE)
    await publish(IN_BROWSER)
    await kept.revisionChanged()
    expect([running(), onDisk()]).toEqual([IN_BROWSER, IN_FILE])
    expect(await waiting()).toEqual({ why: 'beside', text: IN_FILE })
    // A file that is changed back takes what is newer.
    await save(FIRST)
    expect([onDisk(), await waiting()]).toEqual([IN_BROWSER, null])
  })

  test('gives way to the file where that is forced', async () => {
    kept = synchronize({ isForced: true })
    await publish(IN_BROWSER)
    await save(IN_FILE)
    expect([running(), onDisk(), await waiting()]).toEqual([IN_FILE, IN_FILE, null])
  })
})

test('a file is published as it is saved, a wrong one is not, and one that is gone is said to be', async () => {
  await save(IN_FILE)
  expect([running(), said.length]).toEqual([IN_FILE, 1])
  const wrong = IN_FILE.replace('| year | text |', '| year | nonsense |')
  await save(wrong)
  expect([running(), said.at(-1)]).toEqual([
    IN_FILE,
    expect.stringContaining('the last valid revision is still running'),
  ])
  expect(await waiting()).toEqual({ why: 'refused', text: wrong })
  await save(IN_FILE)
  expect([await waiting(), said.at(-1)]).toEqual([null, 'rental.md is the same as the running revision again.'])
  await save(FIRST)
  expect(running()).toBe(FIRST)
  renameSync(file, join(directory, 'hire.md'))
  await kept.fileChanged()
  expect(said.at(-1)).toMatch(/^There is no file .*rental\.md\. Beside it: hire\.md; start again/)
  expect([running(), await waiting()]).toEqual([FIRST, { why: 'unreadable' }])
  // What is published meanwhile is written once the file is back.
  await publish(IN_BROWSER)
  await kept.revisionChanged()
  await save(FIRST)
  expect([onDisk(), await waiting()]).toEqual([IN_BROWSER, null])
})

test('a file whose examples run while somebody publishes does not replace that in silence', async () => {
  const examples = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  kept = synchronize({
    runExamples: async (document) => {
      begun.resolve()
      await examples.promise
      return await runExamples(document)
    },
  })
  const saved = save(IN_FILE)
  await begun.promise
  await publish(IN_BROWSER)
  examples.resolve()
  await saved
  expect([running(), onDisk()]).toEqual([IN_BROWSER, IN_FILE])
  expect(await waiting()).toEqual({ why: 'beside', text: IN_FILE })
})

test('a file is followed by its path, also where that leads through links that are turned to another folder', async () => {
  const inFolder = (name: string, text: string) => {
    mkdirSync(join(directory, name))
    writeFileSync(join(directory, name, 'rental.md'), text)
  }
  inFolder('one', FIRST)
  inFolder('two', IN_FILE)
  symlinkSync('one', join(directory, 'current'))
  const watched = watchDocument(
    { ...app.dependencies, runExamples },
    { file: join(directory, 'current', 'rental.md'), base: FIRST, isForced: false, say: (text) => said.push(text) },
  )
  try {
    symlinkSync('two', join(directory, 'next'))
    renameSync(join(directory, 'next'), join(directory, 'current'))
    await expect.poll(running, { timeout: 10_000 }).toBe(IN_FILE)
  } finally {
    watched.stop()
  }
})

test('what waits in the file is for administrators', async () => {
  await publish(IN_BROWSER)
  await save(IN_FILE)
  const person = await app.as('')
  expect((await person.get('/api/system/document/file')).status).toBe(403)
  expect((await app.anyone.get('/api/system/document/file')).status).toBe(401)
})

test(
  'a file whose examples do not hold is published only if it is forced',
  { tags: 'reference/examples' },
  async () => {
    const story = (name: string) =>
      IN_FILE.replace(
        /^## 4\./m,
        `### Example: it is there\n\n1. given Machine { name: "Lathe" }\n2. expect name == "${name}"\n\n$&`,
      )
    await save(story('Drill'))
    expect(running()).toBe(FIRST)
    expect(said.at(-1)).toContain('expect name == "Drill"')
    expect(said.at(-1)).toContain('Not published: the last valid revision is still running.')
    await save(story('Lathe'))
    expect(running()).toBe(story('Lathe'))
    kept = synchronize({ base: story('Lathe'), isForced: true })
    await save(story('Drill'))
    expect(running()).toBe(story('Drill'))
  },
)
