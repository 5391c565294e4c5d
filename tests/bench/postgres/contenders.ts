// The servers that are compared on PostgreSQL: Verbatim and Express with `pg`, each as one, two and four processes.
import { randomBytes } from 'node:crypto'
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { compile } from '#shared/compile.ts'
import { hashRevision } from '../../../server/document/current-document.ts'
import { claimClock } from '../../../server/document/data-clock.ts'
import { openPostgresStorage } from '../../../server/storage/postgres/open-postgres.ts'
import { WORDS } from '../../../server/storage/sqlite/sqlite-words.ts'
import type { Contender } from '../contenders.ts'
import { findFreePort, startNode, startProduct, stop } from '../processes.ts'
import type { SeededData } from '../seeded.ts'
import { documentOf, fillHelpdesk, SEEDED_AT } from '../verbatim.ts'
import { seedBenchDatabase } from './database.ts'

export const POSTGRES_YARDSTICK = 'Express with pg'

/** Names of the scenarios that are measured: reads, a row rule with a filter, a search, writes. */
export const POSTGRES_SCENARIOS = ['get one', 'list', 'row rule', 'search', 'create', 'update']

const PROCESSES = [1, 2, 4]
const MOST_SECONDS = 600

export function makePostgresContenders(tickets: number): readonly Contender[] {
  const workspace = mkdtempSync(join(tmpdir(), 'verbatim-bench-'))
  process.once('exit', () => rmSync(workspace, { recursive: true, force: true }))
  const text = documentOf(false)
  const document = join(workspace, 'helpdesk.md')
  writeFileSync(document, text)
  const key = randomBytes(32).toString('base64')
  const start: Contender['start'] = (address, port) =>
    startProduct(
      [document, '--host', '127.0.0.1', '--port', String(port), '--empty'],
      { DATABASE_URL: address, SECRET_KEY: key, LOG_LEVEL: 'error', BUDGET_FACTOR: '0' },
      true,
    )
  const data: SeededData = {
    name: `verbatim-${tickets}`,
    sources: ['tests/bench/data.ts', 'tests/bench/verbatim.ts', 'server/storage', 'shared/model', 'shared/documents'],
    async seed(address) {
      await seedVerbatim(address, text, tickets)
      await settle(address, start)
      await run(address, 'VACUUM ANALYZE')
    },
  }
  const script = fileURLToPath(new URL('express-server.ts', import.meta.url))
  const handWritten: SeededData = {
    name: `express-${tickets}`,
    sources: ['tests/bench/data.ts', 'tests/bench/postgres/database.ts'],
    seed: (address) => seedBenchDatabase(address, tickets),
  }
  return [
    ...inProcesses({ name: 'Verbatim', data, start }),
    ...inProcesses({
      name: POSTGRES_YARDSTICK,
      data: handWritten,
      start: (address, port) => startNode([script, address, String(port)], {}, true),
    }),
  ]
}

/** A machine that is full is slower with more processes, whatever they do: the yardstick shows by how much. */
function inProcesses(contender: Contender): readonly Contender[] {
  const { name } = contender
  return PROCESSES.map((processes) => ({
    ...contender,
    name: processes === 1 ? name : `${name}, ${processes} processes`,
    processes,
  }))
}

async function seedVerbatim(url: string, text: string, tickets: number): Promise<void> {
  const { model, diagnostics } = compile(text)
  if (model === undefined) throw new Error(`The bench's document does not compile: ${diagnostics[0]?.message}`)
  const revision = hashRevision(text)
  const storage = await openPostgresStorage({
    url,
    model,
    revision,
    now: () => SEEDED_AT,
    words: WORDS,
    random: Math.random,
    elapsed: () => 0,
  })
  try {
    await claimClock(storage, 'real')
    await fillHelpdesk(storage, {
      change: (ticket) => ticket,
      tickets,
      withAssets: false,
      atOnce: 4,
      isNumbered: true,
    })
    await storage.write((transaction) => transaction.next('Ticket', 'number'))
    await run(url, `UPDATE sequence SET last = ${tickets}`)
  } finally {
    await storage.close()
  }
}

/** The first start works out the timers of all tickets; a round begins when that is done. */
async function settle(address: string, start: Contender['start']): Promise<void> {
  const server = start(address, await findFreePort())
  const jobs = async (kind: string): Promise<number> => {
    const [row] = await run(address, `SELECT count(*)::int AS count FROM job WHERE kind = '${kind}'`)
    return Number(row?.['count'])
  }
  try {
    for (let seconds = 0; (await jobs('timer scan')) > 0 || (await jobs('timer')) === 0; seconds++) {
      if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`)
      if (seconds > MOST_SECONDS) throw new Error('The timers of the seeded tickets were not worked out in time.')
      await sleep(1_000)
    }
  } finally {
    await stop(server)
  }
}

export async function run(
  address: string,
  statement: string,
): Promise<readonly { readonly [column: string]: unknown }[]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<{ [column: string]: unknown }>(statement)).rows
  } finally {
    await client.end()
  }
}
