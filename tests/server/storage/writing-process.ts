// A process that writes tickets with their history, inbox entries, timers and webhooks, and says on its output which were acknowledged.
// It keeps thirty-two on the way at once.
// What is refused it says too, and goes on as long as the storage does; when that has failed it stops with exit code 3.
// Run as: node writing-process.ts DIRECTORY [NORMAL] [COUNT] [CHECKPOINT]; without a count it writes until it is killed.
// With CHECKPOINT it goes on until the log was carried over at least once: the thread for that may start late.
import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StorageFailed } from '../../../server/storage/storage-error.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import { helpdesk, NOW, ticketRow } from './helpdesk.ts'

const [directory = '', synchronous = 'FULL', count = '1000000', end = ''] = process.argv.slice(2)
const AT_ONCE = 32

const storage = await openSqliteStorage({
  directory,
  model: helpdesk,
  revision: 'r1',
  now: () => NOW,
  synchronous: synchronous === 'NORMAL' ? 'NORMAL' : 'FULL',
  checkpointPages: 500,
})
const first = await storage.write((transaction) => transaction.count('Ticket'))
let next = first
writeSync(1, 'ready\n')

/** The log counts in its head how often it has begun anew, which it does once all of it is in the file and durable there. */
function isLogBegunAnew(): boolean {
  return readFileSync(join(directory, 'verbatim.db-wal')).readUInt32BE(12) > 0
}

async function writeOnAndOn(): Promise<void> {
  while (next < first + Number(count) || (end === 'CHECKPOINT' && !isLogBegunAnew())) {
    const number = next
    next += 1
    const ticket = ticketRow(number, { description: 'A long story. '.repeat(number % 60) })
    await write(ticket).then(
      () => writeSync(1, `ack ${ticket.id}\n`),
      (error: unknown) => {
        writeSync(1, `refused ${ticket.id} ${error instanceof Error ? error.constructor.name : ''}\n`)
        if (error instanceof StorageFailed) process.exit(3)
      },
    )
  }
}

function write(ticket: ReturnType<typeof ticketRow>): Promise<void> {
  return storage.write(async (transaction) => {
    await transaction.insert('Ticket', ticket)
    await transaction.update('Ticket', ticket.id, { status: 'closed', updated_at: NOW })
    await transaction.appendHistory({
      id: `h-${ticket.id}`,
      entity: 'Ticket',
      record: ticket.id,
      at: NOW,
      by: null,
      event: 'created',
      changes: {},
      changeSet: null,
      version: 1,
      revision: 'r1',
    })
    await transaction.appendInbox({
      id: `i-${ticket.id}`,
      person: 'ada',
      at: NOW,
      subject: null,
      text: 'new',
      entity: 'Ticket',
      record: ticket.id,
      readAt: null,
    })
    const about = { entity: 'Ticket', record: ticket.id }
    for (const kind of ['timer', 'webhook'] as const) {
      const fresh = { tries: 0, problem: null, isDead: false, value: {} }
      await transaction.putJob({ kind, about, key: 'power', dueAt: NOW, ...fresh })
    }
  })
}

await Promise.all(Array.from({ length: AT_ONCE }, writeOnAndOn))
writeSync(1, 'done\n')
// Nothing is closed or checkpointed: the process ends as if it were killed.
process.exit(0)
