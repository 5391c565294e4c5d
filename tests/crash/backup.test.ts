// A backup beside a server under load holds everything that was acknowledged before it began, and a server runs on it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { Acknowledged } from './writers.ts'
import { expectWhole, signUp, startWriters, waitForRecords } from './writers.ts'
import { freePort, makeDirectory, notes, startServer } from './server-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const place = makeDirectory(notes)
afterAll(() => place.remove())

test('npm run backup under 32 writers, npm run restore, and nothing acknowledged is missing', async () => {
  const server = await startServer([place.file, '--data', place.data], await freePort())
  const caller = await signUp(server)
  const acknowledged: Acknowledged = { notes: new Map(), unanswered: new Set() }
  const writing = startWriters(server.url, caller, 1, 32, acknowledged)
  await waitForRecords(acknowledged, 100)
  const before = new Map(acknowledged.notes)
  const backup = join(place.directory, 'notes.backup')
  const made = await runNpm('backup', backup, '--data', place.data)
  await waitForRecords(acknowledged, acknowledged.notes.size + 20)
  writing.stop()
  await writing.done
  await server.end('SIGKILL')
  expect(made.code, made.output).toBe(0)

  const restored = join(place.directory, 'restored')
  const done = await runNpm('restore', backup, '--data', restored)
  expect(done.code, done.output).toBe(0)
  expect(done.output).toContain('document       Notes, revision ')

  // What was sent later may be in it or not, and what was changed later in its first form.
  const later = [...acknowledged.notes.values()].flatMap(({ text }) => [text, text.replace(/ changed$/, '')])
  const expected: Acknowledged = { notes: before, unanswered: new Set([...acknowledged.unanswered, ...later]) }
  const again = await startServer([place.file, '--data', restored], await freePort())
  expect(await expectWhole(again.url, caller, 1, expected)).toBeGreaterThan(0)
  expect(await again.end('SIGTERM')).toBe(0)
})

async function runNpm(
  script: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly output: string }> {
  const npm = spawn('npm', ['run', script, '--', ...args], { cwd: root, shell: process.platform === 'win32' })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(npm, 'close')) as [number]
  return { code, output }
}
