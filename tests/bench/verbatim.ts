// Verbatim on the helpdesk's document, with the limits raised that the load would otherwise run into, and with a plain entity.
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compile } from '#shared/compile.ts'
import { keyOf } from '../../server/auth/token.ts'
import { claimClock } from '../../server/document/data-clock.ts'
import { hashRevision } from '../../server/document/current-document.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../../server/storage/storage.ts'
import type { Transaction } from '../../server/storage/transaction.ts'
import {
  AGENT_TOKEN,
  type Asset,
  type Comment,
  generateBenchData,
  KINDS,
  type Person,
  type Ticket,
  TICKETS,
} from './data.ts'
import { findFreePort, startProduct, stop, waitForAnswer } from './processes.ts'
import type { SeededData } from './seeded.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const DOCUMENT = 'helpdesk.md'
/** A command keeps all that would undo it, and every statement in it takes longer the more that is. */
const RECORDS_IN_A_COMMAND = 50
const COMMANDS_AT_ONCE = 20
const MOST_SECONDS = 300
export const SEEDED_AT = '2026-11-20T00:00:00.000Z'

const ASSETS = `### Asset

Equipment of the company.

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | |
| serial | text | yes | |
| kind | one of ${KINDS.join(', ')} | yes | indexed |
| maker | text | yes | |
| room | integer | yes | |
| grams | integer | no | |
| price | decimal(2) | yes | |
| bought_on | date | yes | |
| checked_at | date and time | no | |
| in_use | yes/no | yes | |
| remark | long text | no | |

- order: updated_at descending

`

export function verbatimData(tickets = TICKETS): SeededData {
  return {
    name: `verbatim-${tickets}`,
    sources: [
      'tests/bench/data.ts',
      'tests/bench/verbatim.ts',
      'server/storage',
      'shared/model',
      'shared/documents/helpdesk.md',
    ],
    async seed(directory) {
      await seedHelpdesk(directory, { tickets, withAssets: true })
      // Timers are worked out at the same pace, however many there are.
      await settle(directory, undefined, (MOST_SECONDS * Math.max(tickets, TICKETS)) / TICKETS)
    },
    refresh: startOnce,
  }
}

/** A start makes tables and indexes what they are now. */
async function startOnce(directory: string): Promise<void> {
  const port = await findFreePort()
  const server = startVerbatim(directory, port)
  try {
    await waitForAnswer(server, port, '/api/tickets?limit=1', AGENT_TOKEN)
  } finally {
    await stop(server)
  }
}

interface SeedOptions {
  /** Makes of each ticket what is stored. */
  readonly change?: (ticket: Ticket) => Ticket
  readonly clock?: 'real' | 'simulated'
  readonly tickets?: number
  readonly withAssets?: boolean
  /** Number of commands at once: not more than there are connections to a server. */
  readonly atOnce?: number
  /** Tickets take the numbers of the data, and the counter stays; else they are counted, which an engine may do with gaps. */
  readonly isNumbered?: boolean
}

/** Timers are not worked out yet. */
export async function seedHelpdesk(
  directory: string,
  { change = (ticket) => ticket, clock = 'real', tickets, withAssets = false }: SeedOptions = {},
): Promise<void> {
  const text = documentOf(withAssets)
  writeFileSync(join(directory, DOCUMENT), text)
  mkdirSync(join(directory, 'data'))
  const { model, diagnostics } = compile(text)
  if (model === undefined) throw new Error(`The bench's document does not compile: ${diagnostics[0]?.message}`)
  const storage = await openSqliteStorage({
    directory: join(directory, 'data'),
    model,
    revision: hashRevision(text),
    now: () => SEEDED_AT,
  })
  await claimClock(storage, clock)
  await fillHelpdesk(storage, { change, tickets, withAssets })
  await storage.close()
}

/** The helpdesk without the limits that a load would run into. */
export function documentOf(withAssets: boolean): string {
  const text = readFileSync(join(root, 'shared/documents/helpdesk.md'), 'utf8')
    .replace('| open_tickets | 20 |', '| open_tickets | 1,000,000 |')
    .replace('| requests | 300 per minute |', '| requests | 1,000,000,000 per minute |')
    // Nothing is closed by a timer during a round.
    .replace('| reopen_window | 7 days |', '| reopen_window | 36,500 days |')
  if (!withAssets) return text
  return text
    .replace('### Team\n\n| field ', `${ASSETS}### Team\n\n| field `)
    .replace('| everyone | Tag, Team | read |', '| everyone | Tag, Team, Asset | read |')
}

/** `clock`: a simulated moment to begin at. */
export function startVerbatim(directory: string, port: number, clock?: string): ChildProcess {
  return startProduct(
    [
      ...[join(directory, DOCUMENT), '--data', join(directory, 'data')],
      ...['--host', '127.0.0.1', '--port', String(port), '--empty'],
      ...(clock === undefined ? [] : ['--clock', clock]),
    ],
    // One caller is all the load.
    { LOG_LEVEL: 'error', BUDGET_FACTOR: '0' },
  )
}

/** The first start works out the timers of all tickets; a round begins when that is done. */
export async function settle(directory: string, clock?: string, mostSeconds = MOST_SECONDS): Promise<void> {
  const server = startVerbatim(directory, await findFreePort(), clock)
  const database = new DatabaseSync(join(directory, 'data', 'verbatim.db'), { readOnly: true })
  const left = database.prepare(`SELECT count(*) AS count FROM job WHERE kind = 'timer scan'`)
  const timers = database.prepare(`SELECT count(*) AS count FROM job WHERE kind = 'timer'`)
  try {
    for (let seconds = 0; Number(left.get()?.['count']) > 0 || Number(timers.get()?.['count']) === 0; seconds++) {
      if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`)
      if (seconds > mostSeconds) throw new Error('The timers of the seeded tickets were not worked out in time.')
      await sleep(1_000)
    }
  } finally {
    database.close()
    await stop(server)
  }
}

/** The system's own name for it. */
function stored<T extends Ticket | Comment | Asset>({ version, ...record }: T) {
  return { ...record, _version: version }
}

/** Straight into the storage: the commands would do the same work 100,000 times, and are measured elsewhere. */
export async function fillHelpdesk(
  storage: Storage,
  {
    change,
    tickets,
    withAssets,
    atOnce = COMMANDS_AT_ONCE,
    isNumbered = false,
  }: Required<Pick<SeedOptions, 'change' | 'withAssets'>> & Pick<SeedOptions, 'tickets' | 'atOnce' | 'isNumbered'>,
): Promise<void> {
  const data = generateBenchData(tickets)
  const founder = data.people.find((person) => person.role === 'Manager')?.id ?? ''
  const standard = {
    _version: 1,
    created_at: SEEDED_AT,
    created_by: founder,
    updated_at: SEEDED_AT,
    updated_by: founder,
  }
  await storage.write(async (transaction) => {
    for (const team of data.teams) await transaction.insert('Team', { ...standard, ...team, lead: null })
    for (const person of data.people) await transaction.insert('Person', { ...standard, ...personRecord(person) })
    for (const tag of data.tags) await transaction.insert('Tag', { ...standard, ...tag, color: null })
    for (const { person, token } of data.callers) await addSession(transaction, token, person)
  })
  await inCommands(data.tickets(), (generated: Ticket) => async (transaction) => {
    const ticket = change(generated)
    const number = isNumbered ? ticket.number : await transaction.next('Ticket', 'number')
    await transaction.insert('Ticket', {
      ...stored(ticket),
      number,
      attachments: [],
      hours_to_resolve: hoursToResolve(ticket),
    })
  })
  await inCommands(data.comments(), (comment) => (transaction) => transaction.insert('Comment', stored(comment)))
  if (withAssets)
    await inCommands(data.assets(), (asset) => (transaction) => transaction.insert('Asset', stored(asset)))

  async function inCommands<T>(
    records: Iterable<T>,
    insert: (record: T) => (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    let some: T[] = []
    let commands: Promise<void>[] = []
    const write = (together: readonly T[]) =>
      storage.write(async (transaction) => {
        for (const record of together) await insert(record)(transaction)
      })
    for (const record of records) {
      some.push(record)
      if (some.length < RECORDS_IN_A_COMMAND) continue
      commands.push(write(some))
      some = []
      if (commands.length < atOnce) continue
      await Promise.all(commands)
      commands = []
    }
    await Promise.all([...commands, write(some)])
  }
}

function personRecord({ id, name, email, phone, team, role }: Person) {
  return { id, name, email, phone, team, picture: null, roles: [role], active: true }
}

export async function addSession(
  transaction: Transaction,
  token: string,
  person: { readonly id: string },
): Promise<void> {
  await transaction.putSystem('session', {
    key: keyOf(token),
    person: person.id,
    expiresAt: '2099-01-01T00:00:00.000Z',
    value: { id: person.id, created_at: SEEDED_AT, client: 'bench' },
  })
}

function hoursToResolve(ticket: Ticket): string | null {
  if (ticket.resolved_at === null) return null
  return ((Date.parse(ticket.resolved_at) - Date.parse(ticket.created_at)) / 3_600_000).toFixed(1)
}
