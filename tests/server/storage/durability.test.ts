import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import { StorageBusy, StorageFailed, StorageFull, StorageRefused } from '../../../server/storage/storage-error.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { lookInto } from './acknowledged.ts'
import { helpdesk, NOW, personRow, ticketRow } from './helpdesk.ts'
import { seedDirectory } from './seed-directory.ts'

/** More rounds over HTTP are in tests/crash; `npm run test:power` runs twenty here. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 2)
const PROCESS = fileURLToPath(new URL('writing-process.ts', import.meta.url))

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'verbatim-durability-'))
})

afterEach(() => rmSync(directory, { recursive: true }))

const open = (more: { readonly maxPages?: number; readonly checkpointPages?: number } = {}): Promise<Storage> =>
  openSqliteStorage({ directory, model: helpdesk, revision: 'r1', now: () => NOW, ...more })

test('kill -9 under load loses nothing that was acknowledged and leaves nothing by halves', async () => {
  await seedDirectory(directory)
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    acknowledged.push(...(await killWhileWriting(2 + ((round * 37) % 90))))
    expect(lookInto(directory, acknowledged)).toEqual({ lost: [], halves: [], integrity: 'ok' })
  }
  expect(acknowledged.length).toBeGreaterThan(ROUNDS)
}, 240_000)

/** Kills the process once it has acknowledged so many writes, while others are under way; gives back all that it acknowledged. */
function killWhileWriting(writes: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROCESS, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (acknowledgedIn(output).length >= writes) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', () => resolve(acknowledgedIn(output)))
  })
}

function acknowledgedIn(output: string): readonly string[] {
  return [...output.matchAll(/ack (\S+)\n/g)].map((found) => found[1] ?? '')
}

test('more commands than can be waited for are refused at once, and those that wait are done', async () => {
  await seedDirectory(directory)
  const storage = await open()
  const results = await Promise.allSettled(
    Array.from({ length: 5_100 }, (_, number) => storage.write(async () => number)),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(100)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(StorageBusy)
  expect(await storage.write(async () => 'done')).toBe('done')
  await storage.close()
})

test('a log that is carried over again and again in a thread does not grow, and a storage that is closed meanwhile ends', async () => {
  await seedDirectory(directory)
  const storage = await open({ checkpointPages: 400 })
  const write = (number: number) => storage.write((transaction) => transaction.insert('Ticket', ticketRow(number)))
  for (let wave = 0; wave < 80; wave += 1)
    await Promise.all(Array.from({ length: 60 }, (_, number) => write(wave * 60 + number)))
  // They are 4,600 pages; how many come while the thread is at it is the machine's affair.
  expect(statSync(join(directory, 'verbatim.db-wal')).size / 4_120).toBeLessThan(2_500)
  await storage.close()
  expect(lookInto(directory, []).integrity).toBe('ok')
})

describe('a full disk', () => {
  test('in the middle of a batch undoes the whole batch, and reads go on', async () => {
    await seedDirectory(directory)
    let storage = await open()
    await storage.close()
    const pages = pagesOf(directory)
    storage = await open({ maxPages: pages + 24 })
    const long = 'long '.repeat(2_000)
    const write = (number: number) =>
      storage.write((transaction) => transaction.insert('Ticket', ticketRow(number, { description: long })))
    const results = await Promise.allSettled(Array.from({ length: 40 }, (_, number) => write(number)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(5)
    expect(refused.filter(({ reason }) => !(reason instanceof StorageFull))).toEqual([])
    // The first batch is gone whole, also what of it had found room; who came after it may have.
    expect(results[0]?.status).toBe('rejected')
    for (const [number, result] of results.entries()) {
      const record = await storage.database.record('Ticket', ticketRow(number).id)
      expect(record !== undefined).toBe(result.status === 'fulfilled')
    }
    expect(await storage.database.record('Person', 'ada')).toBeDefined()
    await storage.close()
    storage = await open()
    await write(99)
    await storage.close()
    expect(lookInto(directory, ['t-000099'])).toMatchObject({ lost: [], integrity: 'ok' })
  })
})

describe('a storage refuses to open', () => {
  const refusal = async (): Promise<string> => {
    const error = await open().then(
      async (storage) => {
        await storage.close()
        return undefined
      },
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(StorageRefused)
    return (error as Error).message
  }

  test('a data directory that another process has', async () => {
    await seedDirectory(directory)
    const child = spawn(process.execPath, [PROCESS, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    expect(await refusal()).toBe(
      `The data directory ${directory} is in use by another process. Stop it, or choose another directory with --data.`,
    )
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
    await (await open()).close()
  })

  test('a database of a newer format', async () => {
    await (await open()).close()
    const database = new DatabaseSync(join(directory, 'verbatim.db'))
    database.exec('PRAGMA user_version = 99')
    database.close()
    expect(await refusal()).toContain('was written by a newer version of Verbatim (format 99;')
  })

  test('a file that is no database, and a database of another program', async () => {
    writeFileSync(join(directory, 'verbatim.db'), 'x'.repeat(5_000))
    expect(await refusal()).toContain("can't be opened")
    rmSync(join(directory, 'verbatim.db'))
    const database = new DatabaseSync(join(directory, 'verbatim.db'))
    database.exec('CREATE TABLE mine (x)')
    database.close()
    expect(await refusal()).toBe('The data directory holds a database that is not one of Verbatim.')
  })

  test('a data directory that is a file', async () => {
    writeFileSync(join(directory, 'file'), '')
    const inside = openSqliteStorage({
      directory: join(directory, 'file', 'data'),
      model: helpdesk,
      revision: 'r1',
      now: () => NOW,
    })
    await expect(inside).rejects.toThrow(/^The data directory .* can't be made/)
  })
})

test('commands run strictly one after another, also when they await between their steps', async () => {
  const storage = await open()
  const log: string[] = []
  const command = (name: string) =>
    storage.write(async (transaction) => {
      log.push(`${name} starts`)
      await transaction.insert('Person', personRow(name))
      await transaction.record('Person', name)
      log.push(`${name} ends`)
    })
  await Promise.all(['a', 'b', 'c'].map(command))
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
  await storage.close()
  await expect(storage.write((transaction) => transaction.count('Person'))).rejects.toThrow('closed')
})

test('readers see a command’s work only when its batch is committed', async () => {
  const storage = await open()
  let seen: unknown
  await storage.write(async (transaction) => {
    await transaction.insert('Person', personRow('ada'))
    seen = await storage.database.record('Person', 'ada')
  })
  expect(seen).toBeUndefined()
  expect(await storage.database.record('Person', 'ada')).toBeDefined()
  await storage.close()
})

test('a command that ends the transaction fails the batch, and nothing is written afterwards', async () => {
  let told: unknown
  const storage = await openSqliteStorage({
    directory,
    model: helpdesk,
    revision: 'r1',
    now: () => NOW,
    onFailed: (error) => (told = error),
  })
  await expect(storage.write(() => Promise.reject(new StorageFailed('broken')))).rejects.toBeInstanceOf(StorageFailed)
  expect(told).toBeInstanceOf(StorageFailed)
  await expect(storage.write((transaction) => transaction.count('Person'))).rejects.toBeInstanceOf(StorageFailed)
  await storage.close()
})

function pagesOf(path: string): number {
  const database = new DatabaseSync(join(path, 'verbatim.db'))
  const count = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
  database.close()
  return count
}
