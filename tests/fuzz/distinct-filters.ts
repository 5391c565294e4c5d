// Asks an application for 600 distinct filters of the costly kinds, and prints how its memory grew: a process of its own for `filter-memory.long.test.ts`.
import { HELPDESK, TICKET } from '../apps/helpdesk.ts'
import { startApp } from '../apps/start-app.ts'

const FILTERS = 600
const rates = HELPDESK.replace('| requests | 300 per minute | |', '| requests | 30,000 per minute | |')
const app = await startApp(rates)
const agent = await app.as('Agent')
await agent.post('/api/tickets', TICKET)

/** Each has a shape of its own: by the length of one part, and by what compares in another. */
function filterNumber(at: number): string {
  const own = `_version < ${Array.from({ length: (at % 40) + 1 }, () => '9').join(' + ')}`
  const isMet = ['==', '!=', '>', '<', '>=', '<='][Math.floor(at / 80) % 6]
  const sets = Array.from({ length: 30 }, (_, part) => `comments.exists(c, c._version ${isMet} ${part})`).join(' or ')
  const words = Array.from({ length: 60 }, () => `priority ${isMet} "low"`).join(' and ')
  return [`${own} and (${sets})`, `${own} and ${words}`][at % 2] ?? own
}

const sizes: { readonly heap: number; readonly all: number }[] = []
function measure(): void {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  sizes.push({ heap: Math.round(heapUsed / 1e6), all: Math.round(rss / 1e6) })
}

measure()
for (let at = 0; at < FILTERS; at++) {
  const asked = encodeURIComponent(`${filterNumber(at)} and subject != "${at}"`)
  const { status, text } = await agent.get(`/api/tickets?limit=1&count=exact&filter=${asked}`)
  if (status !== 200) throw new Error(text)
  if (at === FILTERS / 2) measure()
}
measure()
console.log(JSON.stringify(sizes))
await app.stop()
