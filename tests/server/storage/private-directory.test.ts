// The data belongs to the account that runs the server: no other account of the machine reads it.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { helpdesk, NOW, personRow } from './helpdesk.ts'

describe.skipIf(process.platform === 'win32')('a data directory', () => {
  const place = mkdtempSync(join(tmpdir(), 'verbatim-private-'))
  const directory = join(place, 'above', 'data')
  afterEach(() => rmSync(join(place, 'above'), { recursive: true, force: true }))
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  test('is made for its owner only, with every file in it, while it is used and after', async () => {
    const { storage, said } = await open()
    await storage.write((transaction) => transaction.insert('Person', personRow('ada')))
    expect(readdirSync(directory)).toContain('verbatim.db-wal')
    expect(openToOthers()).toEqual([])
    await storage.close()
    expect(openToOthers()).toEqual([])
    expect(modeOf(join(place, 'above'))).toBe('700')
    expect(said).toEqual([])
  })

  test('that others could read is theirs no longer, which is said once', async () => {
    await (await open()).storage.close()
    chmodSync(directory, 0o755)
    chmodSync(join(directory, 'verbatim.db'), 0o644)
    chmodSync(join(directory, 'lock'), 0o664)
    const { storage, said } = await open()
    expect(openToOthers()).toEqual([])
    expect(said).toEqual([`Other accounts of this machine could read ${directory}. Now only its owner can.`])
    await storage.close()
    const again = await open()
    expect(again.said).toEqual([])
    await again.storage.close()
  })

  test('that holds other files is left as it is, and the data in it is closed', async () => {
    mkdirSync(directory, { recursive: true })
    chmodSync(directory, 0o755)
    writeFileSync(join(directory, 'of somebody else'), '', { mode: 0o644 })
    const { storage, said } = await open()
    expect(modeOf(directory)).toBe('755')
    expect(openToOthers()).toEqual(['.', 'of somebody else'])
    expect(said).toEqual([expect.stringContaining('it holds of somebody else beside the data')])
    await storage.close()
  })

  async function open(): Promise<{ readonly storage: Storage; readonly said: readonly string[] }> {
    const said: string[] = []
    const onTightened = (sentence: string): void => void said.push(sentence)
    const options = { directory, model: helpdesk, revision: 'r1', now: () => NOW, onTightened }
    return { storage: await openSqliteStorage(options), said }
  }

  function openToOthers(): readonly string[] {
    return ['.', ...readdirSync(directory)].filter((name) => (statSync(join(directory, name)).mode & 0o077) !== 0)
  }
})

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}
