// The data directory with a million tickets and as many comments: seeded once, which takes a quarter of an hour, and kept.
import { ensureSeeded } from '../bench/seeded.ts'
import { seedHelpdesk, settle } from '../bench/verbatim.ts'

const TICKETS = 1_000_000
const MOST_SECONDS = 3_000

export async function ensureMillion(): Promise<string> {
  return await ensureSeeded(
    {
      name: 'million tickets',
      sources: ['tests/bench/data.ts', 'shared/documents/helpdesk.md'],
      async seed(directory) {
        await seedHelpdesk(directory, { tickets: TICKETS })
        await settle(directory, undefined, MOST_SECONDS)
      },
    },
    false,
  )
}
