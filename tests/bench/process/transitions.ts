// Measures transitions with all rules on over 64 connections, beside the bare storage's writes of the same rows.
import { fileURLToPath } from 'node:url'
import { generateBenchData, MANAGER_TOKEN } from '../data.ts'
import { findFreePort, load, runNode, stop, waitForAnswer } from '../processes.ts'
import { median } from '../report.ts'
import { OPEN_TICKETS, type Scenario } from '../scenarios.ts'
import { copyForRound, ensureSeeded } from '../seeded.ts'
import { startVerbatim, verbatimData } from '../verbatim.ts'
import type { ProcessOptions } from './main.ts'

const CONNECTIONS = 64
/** A transition runs ten times the code of a reading: until the engine has compiled it, 25,000 have to be made. */
const WARM_UP_SECONDS = 10

/** A manager gives tickets to agents: a role, a condition, an asked relation, the rules of the ticket, a history entry and a notification. */
export async function measureTransitions({ rounds, seconds, fresh }: ProcessOptions): Promise<string> {
  const seeded = await ensureSeeded(verbatimData(), fresh)
  const scenario = makeScenario()
  const figures: { readonly rate: number; readonly p99: number; readonly bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const bare = Number(await runNode([BARE, copyForRound(seeded), String(seconds), String(CONNECTIONS)]))
    const port = await findFreePort()
    const server = startVerbatim(copyForRound(seeded), port)
    try {
      await waitForAnswer(server, port, OPEN_TICKETS, MANAGER_TOKEN)
      await load(scenario, port, WARM_UP_SECONDS, CONNECTIONS)
      const { perSecond, p99, failures } = await load(scenario, port, seconds, CONNECTIONS)
      if (failures > 0) throw new Error(`${failures} transitions failed; the figures would mean nothing.`)
      figures.push({ rate: perSecond, p99, bare })
    } finally {
      await stop(server)
    }
  }
  const rate = median(figures.map((figure) => figure.rate))
  const bare = median(figures.map((figure) => figure.bare))
  const p99 = median(figures.map((figure) => figure.p99))
  return `transitions, ${CONNECTIONS} connections, durable: ${Math.round(rate)}/s, p99 ${p99.toFixed(1)} ms; the bare storage writes the same rows ${Math.round(bare)} times a second (ratio ${(rate / bare).toFixed(2)}; to reach: 3,000/s or 0.5, and 60 ms)`
}

const BARE = fileURLToPath(new URL('bare-writes.ts', import.meta.url))

function makeScenario(): Scenario {
  const data = generateBenchData()
  const agents = data.people.filter(({ role }) => role === 'Agent')
  const active = [...data.tickets()].filter(({ status }) => ['new', 'open', 'waiting'].includes(status))
  return {
    name: 'assign',
    requests: active.slice(0, 5_000).map(({ id }, at) => ({
      method: 'POST',
      token: MANAGER_TOKEN,
      path: `/api/tickets/${id}/assign`,
      body: JSON.stringify({ agent: agents[at % agents.length]?.id }),
    })),
    answer: 'written',
  }
}
