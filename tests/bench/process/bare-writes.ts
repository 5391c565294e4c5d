// The bare storage: what a transition writes, without HTTP, policy and rules. Prints how many commands a second were durable.
// Run as `node bare-writes.ts DIRECTORY SECONDS COMMANDS-AT-ONCE`, on a directory that Verbatim was seeded in.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '#shared/compile.ts'
import { hashRevision } from '../../../server/document/current-document.ts'
import { createIds } from '../../../server/records/new-id.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import { generateBenchData } from '../data.ts'

const [directory = '', seconds = '', atOnce = ''] = process.argv.slice(2)
const text = readFileSync(join(directory, 'helpdesk.md'), 'utf8')
const { model } = compile(text)
if (model === undefined) throw new Error('the document of the bench does not compile')
const revision = hashRevision(text)
const storage = await openSqliteStorage({
  directory: join(directory, 'data'),
  model,
  revision,
  now: () => new Date().toISOString(),
})
const data = generateBenchData()
const agents = data.people.filter(({ role }) => role === 'Agent')
const active = [...data.tickets()].filter(({ status }) => ['new', 'open', 'waiting'].includes(status)).slice(0, 5_000)
const newId = createIds()
let written = 0

await writeFor(2)
written = 0
const elapsed = await writeFor(Number(seconds))
await storage.close()
process.stdout.write(String(written / elapsed))

/** Seconds that it took. */
async function writeFor(most: number): Promise<number> {
  const startedAt = performance.now()
  const endsAt = startedAt + most * 1_000
  const loops = Array.from({ length: Number(atOnce) }, async () => {
    while (performance.now() < endsAt) await writeOne(written++)
  })
  await Promise.all(loops)
  return (performance.now() - startedAt) / 1_000
}

async function writeOne(at: number): Promise<void> {
  const ticket = active[at % active.length]
  const agent = agents[at % agents.length]
  if (ticket === undefined || agent === undefined) throw new Error('there is nothing to write')
  const now = new Date().toISOString()
  const by = data.manager.id
  await storage.write(async (transaction) => {
    const record = await transaction.record('Ticket', ticket.id)
    const version = Number(record?.['_version']) + 1
    const changes = { assignee: agent.id, status: 'open', updated_at: now, updated_by: by, _version: version }
    await transaction.update('Ticket', ticket.id, changes)
    await transaction.appendHistory({
      id: newId(now),
      changeSet: newId(now),
      version,
      entity: 'Ticket',
      record: ticket.id,
      at: now,
      by,
      event: 'transition',
      transition: 'assign',
      changes: { assignee: [record?.['assignee'] ?? null, agent.id], status: [record?.['status'], 'open'] },
      revision,
    })
    await transaction.appendInbox({
      id: newId(now),
      person: agent.id,
      at: now,
      subject: null,
      text: `${ticket.number} is yours: ${ticket.subject}`,
      entity: 'Ticket',
      record: ticket.id,
      readAt: null,
    })
  })
}
