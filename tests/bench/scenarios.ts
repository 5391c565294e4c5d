// What is asked of every server: the requests of each scenario, the same for all.
import { AGENT_TOKEN, CUSTOMER_TOKEN, generateBenchData, SEARCH_WORD, type Ticket } from './data.ts'

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  /** `{n}` in it becomes a number that differs from request to request. */
  readonly body?: string
}

export interface Scenario {
  readonly name: string
  readonly token: string
  /** How the token is sent: `Bearer` if left out. */
  readonly scheme?: string
  /** Sent in turn, over and over. */
  readonly requests: readonly LoadRequest[]
  /** The measure of a right answer, when it cannot be the same for all servers to the letter. */
  readonly answer: 'same' | 'found' | 'written'
}

export const OPEN_TICKETS = `/api/tickets?filter=${encodeURIComponent('status == "open"')}&limit=20`

export function makeScenarios(): readonly Scenario[] {
  const data = generateBenchData()
  const tickets = [...data.tickets()]
  const mayChange = tickets.filter((ticket) => ticket.team === data.agent.team || ticket.assignee === data.agent.id)
  const customers = data.people.filter((person) => person.role === 'Customer')
  return [
    {
      name: 'get one',
      token: AGENT_TOKEN,
      requests: spread(tickets, 1_000).map((ticket) => ({ method: 'GET', path: `/api/tickets/${ticket.id}` })),
      answer: 'same',
    },
    { name: 'list 20', token: AGENT_TOKEN, requests: [{ method: 'GET', path: OPEN_TICKETS }], answer: 'same' },
    { name: 'row rule', token: CUSTOMER_TOKEN, requests: [{ method: 'GET', path: OPEN_TICKETS }], answer: 'same' },
    {
      name: 'rule by relation',
      token: CUSTOMER_TOKEN,
      requests: [{ method: 'GET', path: '/api/comments?limit=20' }],
      answer: 'same',
    },
    {
      name: 'relations',
      token: AGENT_TOKEN,
      requests: [{ method: 'GET', path: `${OPEN_TICKETS}&expand=requester,assignee` }],
      answer: 'same',
    },
    {
      name: 'search',
      token: AGENT_TOKEN,
      requests: [{ method: 'GET', path: `/api/tickets?search=${SEARCH_WORD}&limit=20` }],
      answer: 'found',
    },
    {
      name: 'create',
      token: AGENT_TOKEN,
      requests: spread(customers, 500).map((requester, at) => ({
        method: 'POST',
        path: '/api/tickets',
        body: JSON.stringify({
          subject: 'The {n}th problem of the day',
          description:
            'It began this morning, and since then nothing has worked as it should. Please have a look at it.',
          priority: at % 3 === 0 ? 'high' : 'normal',
          requester: requester.id,
          tags: [data.tags[at % data.tags.length]?.id, data.tags[(at + 11) % data.tags.length]?.id],
        }),
      })),
      answer: 'written',
    },
    {
      name: 'update',
      token: AGENT_TOKEN,
      requests: spread(mayChange, 1_000).map((ticket: Ticket) => ({
        method: 'PATCH',
        path: `/api/tickets/${ticket.id}`,
        body: JSON.stringify({
          priority: ticket.priority === 'low' ? 'normal' : 'low',
          internal_note: 'Looked at it, {n}',
        }),
      })),
      answer: 'written',
    },
  ]
}

function spread<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, Math.floor(list.length / count))
  return list.filter((_, at) => at % step === 0).slice(0, count)
}
