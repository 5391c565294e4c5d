// What takes the room in the file, counted in bytes for each ticket: a field, an index or a table more shows here.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { helpdesk, openTemporary, personRow, ticketRow } from './helpdesk.ts'

const TICKETS = 3_000
const SENTENCES = [
  'The printer on the second floor prints blank pages.',
  'I have tried to switch it off and on again.',
  'We need it for the end of the month, which is close.',
  'Nobody else in the building has the same problem.',
  'It began after the last update of the system.',
]

test('a ticket with two tags takes at most so many bytes of each kind', async () => {
  const { storage, directory, close } = await openTemporary(helpdesk)
  try {
    await storage.write(async (transaction) => {
      await transaction.insert('Person', personRow('019a3cb6-bc00-7bba-81dc-9846ddd9a44c'))
      for (const tag of [1, 2])
        await transaction.insert('Tag', { id: tagId(tag), name: `tag ${tag}`, color: null, _version: 1 })
    })
    for (let first = 0; first < TICKETS; first += 500)
      await storage.write(async (transaction) => {
        for (let number = first; number < first + 500; number += 1)
          await transaction.insert('Ticket', {
            ...ticketRow(number, {
              requester: '019a3cb6-bc00-7bba-81dc-9846ddd9a44c',
              description: [0, 1, 2].map((at) => SENTENCES[(number + at * (number % 4)) % 5]).join(' '),
              tags: [tagId(1), tagId(2)],
            }),
            id: `019a3d2f-08e0-7a1c-85f5-${String(number).padStart(12, '0')}`,
          })
      })
    const database = new DatabaseSync(join(directory, 'verbatim.db'), { readOnly: true })
    const bytes = (names: string): number =>
      Number(database.prepare(`SELECT sum(pgsize) AS bytes FROM dbstat WHERE name GLOB ?`).get(names)?.['bytes']) /
      TICKETS
    const taken = {
      row: bytes('t1'),
      indexes: bytes('x*_t1_*'),
      words: bytes('f1_*'),
      pairs: bytes('j*') + bytes('xu_j*'),
    }
    database.close()
    expect(taken.row).toBeLessThan(390)
    expect(taken.indexes).toBeLessThan(720)
    // With the place of each word in its text they took 390.
    expect(taken.words).toBeLessThan(250)
    expect(taken.pairs).toBeLessThan(385)
  } finally {
    await close()
  }
})

function tagId(number: number): string {
  return `019a3cb6-bc00-7ef2-8d12-${String(number).padStart(12, '0')}`
}
