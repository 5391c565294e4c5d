// A backup holds the last committed state, tells every byte that was changed since, and is restored whole or not at all.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeArchive } from '../../../server/backup/archive.ts'
import { readHeader, tarHeader } from '../../../server/backup/tar-header.ts'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import { writeBackup } from '../../../server/backup/write-backup.ts'
import { FORMAT_VERSION } from '../../../server/storage/sqlite/system-schema.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { helpdesk, NOW, personRow } from '../storage/helpdesk.ts'

const place = mkdtempSync(join(tmpdir(), 'verbatim-backup-'))
const data = join(place, 'data')
const backup = join(place, 'desk.backup')
const MADE = new Date('2026-03-01T12:00:00Z')
let storage: Storage

beforeAll(async () => {
  storage = await open(data)
  await storage.write((transaction) => transaction.insert('Person', personRow('ada')))
  writeFileSync(join(data, 'secret.key'), 'a key\n', { mode: 0o600 })
  const { output, written } = await writeBackup({ file: backup, directory: data, withKey: false }, MADE)
  expect(written, output).toBe(true)
})

afterAll(async () => {
  await storage.close()
  rmSync(place, { recursive: true })
})

describe('a backup', () => {
  test('is made while commands are written, and holds each of them whole', async () => {
    const file = join(place, 'busy.backup')
    let running = true
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; running; round++)
        await storage.write(async (transaction) => {
          await transaction.insert('Person', personRow(`one-${writer}-${round}`))
          await transaction.insert('Person', personRow(`two-${writer}-${round}`))
        })
    }
    const writers = Promise.all([1, 2, 3, 4].map(write))
    await storage.write(async () => {})
    const { output, written } = await writeBackup({ file, directory: data, withKey: false }, MADE)
    running = false
    await writers
    expect(written, output).toBe(true)

    const directory = join(place, 'busy')
    const restored = await restoreBackup({ file, directory })
    expect(restored.restored, restored.output).toBe(true)
    const names = idsOf(directory, 'Person')
    const ones = names.filter((name) => name.startsWith('one-'))
    expect(ones.length).toBeGreaterThan(0)
    expect(names.filter((name) => name.startsWith('two-')).map((name) => name.replace('two', 'one'))).toEqual(ones)
  })

  test('says its size, its hash and what is in it, and the restored directory the same', async () => {
    const file = join(place, 'told.backup')
    const { output } = await writeBackup({ file, directory: data, withKey: false }, MADE)
    const held = output.split('\n').filter((line) => /^ {2}(document|records|newest change|audit) /.test(line))
    expect(held).toHaveLength(4)
    expect(held[0]).toBe('  document       Helpdesk, revision r1')
    expect(held[1]).toMatch(/^ {2}records {8}\d+ \(.*Person \d+/)
    expect(held[3]).toMatch(/chain whole, head [0-9a-f]{64}$/)
    expect(output).toContain(`size           ${statSync(file).size} bytes`)
    expect(output).toContain('secret.key is not in it')
    const directory = join(place, 'told')
    const restored = await restoreBackup({ file, directory })
    expect(restored.output.split('\n').filter((line) => held.includes(line))).toEqual(held)
    expect(restored.output).toContain('made 2026-03-01T12:00:00.000Z')
    expect(restored.output).toContain('secret.key was not in it')
    expect(readdirSync(directory).toSorted()).toEqual(['lock', 'verbatim.db'])
    expect(openToOthers(directory)).toEqual([])
    expect((statSync(file).mode & 0o077).toString(8)).toBe('0')
  })

  test('holds the key when that is asked for', async () => {
    const file = join(place, 'key.backup')
    expect((await writeBackup({ file, directory: data, withKey: true }, MADE)).output).toContain('secret.key is in it')
    const directory = join(place, 'with key')
    expect((await restoreBackup({ file, directory })).output).toContain('secret.key is restored with it')
    expect(readFileSync(join(directory, 'secret.key'), 'utf8')).toBe('a key\n')
    expect(openToOthers(directory)).toEqual([])
    expect(readFileSync(backup).includes('a key\n')).toBe(false)
  })

  test('is never written over a file, beside the data, or of a directory without a database', async () => {
    const nothing = join(place, 'nothing here')
    mkdirSync(nothing)
    const before = readdirSync(place)
    const attempt = (file: string, directory = data) => writeBackup({ file, directory, withKey: false }, MADE)
    expect(await attempt(backup)).toEqual({ output: `${backup} exists already; it is left as it is.`, written: false })
    expect((await attempt(join(data, 'x.backup'))).output).toMatch(/^A backup beside the data is lost with it\./)
    expect((await attempt(join(place, 'x.backup'), nothing)).output).toBe(`There is no database in ${nothing}.`)
    expect((await attempt(join(place, 'none', 'x.backup'))).output).toContain('there is no such directory')
    expect(readdirSync(place)).toEqual(before)
  })

  test('is not written of a damaged database, and nothing is left of the attempt', async () => {
    const directory = join(place, 'damaged')
    await (await open(directory)).close()
    const path = join(directory, 'verbatim.db')
    const bytes = readFileSync(path)
    bytes.fill(0xff, 4_096 * 2, 4_096 * 6)
    writeFileSync(path, bytes)
    const file = join(place, 'damaged.backup')
    const { output, written } = await writeBackup({ file, directory, withKey: false }, MADE)
    expect(written).toBe(false)
    expect(output).toMatch(/damaged|malformed/)
    expect(readdirSync(place).filter((name) => name.startsWith('damaged'))).toEqual(['damaged'])
  })
})

describe('a restore', () => {
  test('finds a changed bit wherever it is, and touches nothing', async () => {
    const whole = readFileSync(backup)
    const file = join(place, 'flipped.backup')
    const directory = join(place, 'never')
    const size = whole.length
    // Spread over the file by steps of a prime number.
    const anywhere = Array.from({ length: 60 }, (_, index) => (index * 2_654_435_761) % size)
    const positions = [
      ...anywhere,
      ...Array.from({ length: 103 }, (_, index) => (index * 5) % 512),
      size - 1,
      size - 1_024,
      size - 1_025,
    ]
    for (const [index, at] of positions.entries()) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ (1 << (index % 8))
      writeFileSync(file, changed)
      const { restored } = await restoreBackup({ file, directory })
      if (restored || existsSync(directory)) expect.fail(`the bit at byte ${at} was not noticed`)
    }
  })

  test('finds what is missing at the end, or was added', async () => {
    const file = join(place, 'cut.backup')
    const size = statSync(backup).size
    for (const left of [0, 1, 511, 512, 5_000, size - 2_000, size - 1_024, size - 1]) {
      writeFileSync(file, readFileSync(backup))
      truncateSync(file, left)
      const { output, restored } = await restoreBackup({ file, directory: join(place, 'never') })
      expect({ left, restored }).toEqual({ left, restored: false })
      expect(output).toContain('is not as it was written, and nothing was restored')
    }
    writeFileSync(file, readFileSync(backup))
    appendFileSync(file, '\0')
    expect((await restoreBackup({ file, directory: join(place, 'never') })).output).toContain(
      'It has extra data at its end.',
    )
    expect(existsSync(join(place, 'never'))).toBe(false)
  })

  test('goes into an empty directory only', async () => {
    const directory = join(place, 'used')
    mkdirSync(directory)
    writeFileSync(join(directory, 'something'), 'mine')
    const { output, restored } = await restoreBackup({ file: backup, directory })
    expect({ output, restored }).toEqual({
      output: `${directory} is not empty: it holds something. Name a new directory; nothing was changed.`,
      restored: false,
    })
    expect(readdirSync(directory)).toEqual(['something'])
    expect((await restoreBackup({ file: backup, directory: data })).restored).toBe(false)
    rmSync(join(directory, 'something'))
    chmodSync(directory, 0o755)
    expect((await restoreBackup({ file: backup, directory })).restored).toBe(true)
    expect(openToOthers(directory)).toEqual([])
  })

  test('that was killed keeps the server from starting, and is run again', async () => {
    const directory = join(place, 'half')
    mkdirSync(join(directory, 'restoring'), { recursive: true })
    writeFileSync(join(directory, 'restoring', 'verbatim.db'), 'half of it')
    await expect(open(directory)).rejects.toThrow(/was not finished/)
    const { output, restored } = await restoreBackup({ file: backup, directory })
    expect(restored, output).toBe(true)
    const again = await open(directory)
    expect(await again.database.exists('Person', 'ada')).toBe(true)
    await again.close()
  })

  test('refuses an archive that is whole and whose database is not, and leaves nothing', async () => {
    const file = join(place, 'forged.backup')
    const survey = { format: FORMAT_VERSION, document: null, revision: null, entities: {}, records: 0, trashed: 0 }
    const manifest = { ...survey, newestChange: null, made: MADE.toISOString(), key: 'none' }
    const entries = (database: Buffer) => [
      { name: 'backup.json', content: Buffer.from(JSON.stringify(manifest)) },
      { name: 'verbatim.db', content: database },
    ]
    const directory = join(place, 'never')
    await writeArchive(file, entries(Buffer.alloc(8_192, 1)), 1)
    expect((await restoreBackup({ file, directory })).output).toMatch(
      /^The database is damaged: .*Nothing was restored\.$/,
    )
    expect(existsSync(directory)).toBe(false)
    rmSync(file)
    await writeArchive(file, entries(readFileSync(await extracted())), 1)
    expect((await restoreBackup({ file, directory })).output).toMatch(
      /The backup and the database in it disagree about "document"/,
    )
    expect(existsSync(directory)).toBe(false)
    mkdirSync(directory)
    expect((await restoreBackup({ file, directory })).restored).toBe(false)
    expect(readdirSync(directory)).toEqual([])
  })

  test('refuses what is no backup', async () => {
    const file = join(place, 'text')
    writeFileSync(file, 'a text of nobody\n'.repeat(100))
    expect((await restoreBackup({ file, directory: join(place, 'never') })).output).toContain('It is not a backup')
    expect((await restoreBackup({ file: join(place, 'nothing'), directory: join(place, 'never') })).restored).toBe(
      false,
    )
  })
})

test('an entry of more than eight gigabytes has a header that is read again', () => {
  for (const size of [0, 511, 2 ** 33 - 1, 2 ** 33, 2 ** 41 + 7]) {
    const header = { name: 'verbatim.db', size, seconds: 1_772_366_400 }
    expect(readHeader(tarHeader(header))).toEqual(header)
  }
})

/** The database of the backup, in a directory of its own. */
async function extracted(): Promise<string> {
  const directory = join(place, 'extracted')
  expect((await restoreBackup({ file: backup, directory })).restored).toBe(true)
  return join(directory, 'verbatim.db')
}

function idsOf(directory: string, entity: string): readonly string[] {
  const database = new DatabaseSync(join(directory, 'verbatim.db'))
  const number = database.prepare('SELECT number FROM catalogue_entity WHERE name = ?').get(entity)?.['number']
  const rows = database.prepare(`SELECT id FROM t${Number(number)} ORDER BY id`).all()
  database.close()
  return rows.map(({ id }) => String(id))
}

function open(directory: string): Promise<Storage> {
  return openSqliteStorage({ directory, model: helpdesk, revision: 'r1', now: () => NOW })
}

function openToOthers(directory: string): readonly string[] {
  if (process.platform === 'win32') return []
  return ['.', ...readdirSync(directory)].filter((name) => (statSync(join(directory, name)).mode & 0o077) !== 0)
}
