// Counts how many webhooks have led to a request, and refuses one that goes round in a circle.
import type { IncomingHttpHeaders } from 'node:http'
import { HOPS_HEADER } from '../../records/webhooks/webhook-job.ts'
import { refused } from '../../policy/refused.ts'

/** Far beyond what people mean: one webhook leads to a call that sends another, and so on. */
const MOST_HOPS = 10

export function readHops(headers: IncomingHttpHeaders): number {
  const written = headers[HOPS_HEADER]
  const hops = typeof written === 'string' && /^\d{1,3}$/.test(written) ? Number(written) : 0
  if (hops > MOST_HOPS) throw refused('webhook_circle', { most: MOST_HOPS })
  return hops
}
