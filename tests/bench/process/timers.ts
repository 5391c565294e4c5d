// Measures how long 100,000 timers take that are all due, and what reads get meanwhile.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { AGENT_TOKEN } from '../data.ts'
import { findFreePort, load, stop, waitForAnswer } from '../processes.ts'
import { makeScenarios, OPEN_TICKETS } from '../scenarios.ts'
import { copyForRound, ensureSeeded, type SeededData } from '../seeded.ts'
import { seedHelpdesk, settle, startVerbatim } from '../verbatim.ts'
import type { ProcessOptions } from './main.ts'

const BEFORE = '2026-12-01T09:00'
const DUE_AT = '2026-12-24T09:00:00.000Z'
const AFTER = '2026-12-28T09:00'
const MOST_SECONDS = 900

/** Every ticket is open, and escalates at the same moment: its priority is set, its team's lead hears of it. */
const overdue: SeededData = {
  name: 'overdue tickets',
  sources: ['tests/bench', 'server/storage', 'shared/model', 'shared/documents/helpdesk.md'],
  async seed(directory) {
    await seedHelpdesk(directory, {
      change: (ticket) => ({
        ...ticket,
        status: 'open',
        priority: ticket.priority === 'urgent' ? 'high' : ticket.priority,
        resolution: null,
        resolved_at: null,
        due_at: DUE_AT,
      }),
      clock: 'simulated',
    })
    await settle(directory, BEFORE)
  },
}

/** Once: a round takes minutes. */
export async function measureTimers({ seconds, fresh }: ProcessOptions): Promise<string> {
  const directory = copyForRound(await ensureSeeded(overdue, fresh))
  const read = makeScenarios().find(({ name }) => name === 'get one')
  if (read === undefined) throw new Error('nothing is read')
  const alone = await withServer(directory, BEFORE, async (port) => {
    await load(read, port, 4)
    return (await load(read, port, seconds)).perSecond
  })
  const due = countDue(directory)
  return await withServer(directory, AFTER, async (port) => {
    const startedAt = performance.now()
    const rates: number[] = []
    for (let left = due; left > 0; left = countDue(directory)) {
      if (performance.now() - startedAt > MOST_SECONDS * 1_000)
        throw new Error(`${left} of ${due} timers are left after ${MOST_SECONDS} seconds.`)
      rates.push((await load(read, port, 10)).perSecond)
      await sleep(1)
    }
    const took = (performance.now() - startedAt) / 1_000
    const meanwhile = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
    return `timers: ${due} that were due fired in ${took.toFixed(0)} s (${Math.round(due / took)}/s; to reach: 180 s for 100,000); reads ${Math.round(meanwhile)}/s meanwhile, ${Math.round(alone)}/s without (ratio ${(meanwhile / alone).toFixed(2)}; to reach: 0.5)`
  })
}

async function withServer<T>(directory: string, clock: string, work: (port: number) => Promise<T>): Promise<T> {
  const port = await findFreePort()
  const server = startVerbatim(directory, port, clock)
  try {
    await waitForAnswer(server, port, OPEN_TICKETS, AGENT_TOKEN)
    return await work(port)
  } finally {
    await stop(server)
  }
}

function countDue(directory: string): number {
  const database = new DatabaseSync(join(directory, 'data', 'verbatim.db'), { readOnly: true })
  try {
    const row = database
      .prepare(`SELECT count(*) AS count FROM job WHERE kind = 'timer' AND due_at <= '2026-12-28T09:00:00.000Z'`)
      .get()
    return Number(row?.['count'])
  } finally {
    database.close()
  }
}
