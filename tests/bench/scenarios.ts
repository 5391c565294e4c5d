// What is asked of every server: the requests of each scenario, the same for all. Each scenario draws from everything that
// there is, so that hardly a request is like one before: a server that answers from memory has nothing to answer with.
import {
  type Caller,
  createRandom,
  describeAnew,
  generateBenchData,
  idOfAsset,
  KINDS,
  pick,
  range,
  SEARCH_WORDS,
  STATUSES,
  type Ticket,
  TICKETS,
} from './data.ts'

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly token: string
  /** `{n}` in it becomes a number that differs from request to request. */
  readonly body?: string
}

export interface Scenario {
  readonly name: string
  /** How the token is sent: `Bearer` if left out. */
  readonly scheme?: string
  /** Sent in turn, over and over. */
  readonly requests: readonly LoadRequest[]
  /** The measure of a right answer, when it cannot be the same for all servers to the letter. */
  readonly answer: 'same' | 'found' | 'written'
}

export const OPEN_TICKETS = `${listOf('tickets', 'status == "open"')}&limit=20`

const REQUESTS = 10_000
/** Records of a page: 20 on average. */
const LIMITS = range(40).map((at) => at + 1)
/** Tickets that are kept in memory to draw from: every tenth of a million. */
const KEPT_TICKETS = 100_000

type KeptTicket = Pick<Ticket, 'id' | 'requester' | 'assignee' | 'team' | 'status' | 'priority'>

export function makeScenarios(count = TICKETS): readonly Scenario[] {
  const data = generateBenchData(count)
  const random = createRandom(20_261_129)
  const draw = <T>(list: readonly T[]): T => pick(list, Math.floor(random() * list.length))
  const drawAll = <T>(make: () => T): readonly T[] => range(REQUESTS).map(make)
  const tickets = keepSome(data.tickets(), Math.ceil(count / KEPT_TICKETS))
  const ofRequester = Map.groupBy(tickets, ({ requester }) => requester)
  const staff = data.callers.filter(({ person }) => person.role !== 'Customer')
  const customers = data.callers.filter(({ person }) => ofRequester.has(person.id) && person.role === 'Customer')
  const callers = [...staff, ...customers]
  const readableBy = ({ person }: Caller) => (person.role === 'Customer' ? (ofRequester.get(person.id) ?? []) : tickets)
  /** Each caller asks for each of the paths, in all sizes of a page. */
  const lists = (askedBy: readonly Caller[], paths: readonly string[]): readonly LoadRequest[] => {
    const all = askedBy.flatMap(({ token }) =>
      paths.flatMap((path) =>
        LIMITS.map((limit) => ({ method: 'GET', path: `${path}&limit=${limit}`, token }) as const),
      ),
    )
    return shuffle(all, random).slice(0, REQUESTS)
  }
  const byStatus = STATUSES.map((status) => listOf('tickets', `status == "${status}"`))
  return [
    {
      name: 'get one',
      requests: drawAll(() => {
        const caller = draw(callers)
        return { method: 'GET', path: `/api/tickets/${draw(readableBy(caller)).id}`, token: caller.token }
      }),
      answer: 'same',
    },
    {
      name: 'get plain',
      requests: drawAll(() => {
        const path = `/api/assets/${idOfAsset(Math.floor(random() * count))}`
        return { method: 'GET', path, token: draw(callers).token }
      }),
      answer: 'same',
    },
    { name: 'list', requests: lists(staff, byStatus), answer: 'same' },
    {
      name: 'list plain',
      requests: lists(
        callers,
        KINDS.map((kind) => listOf('assets', `kind == "${kind}"`)),
      ),
      answer: 'same',
    },
    { name: 'row rule', requests: lists(customers, byStatus), answer: 'same' },
    { name: 'rule by relation', requests: lists(customers, ['/api/comments?']), answer: 'same' },
    {
      name: 'relations',
      requests: lists(
        staff,
        byStatus.map((path) => `${path}&expand=requester,assignee`),
      ),
      answer: 'same',
    },
    {
      name: 'search',
      requests: lists(
        callers,
        SEARCH_WORDS.map((word) => `/api/tickets?search=${word}`),
      ),
      answer: 'found',
    },
    {
      name: 'create',
      requests: drawAll(() => {
        const caller = draw(callers)
        const body = {
          subject: 'The {n}th problem of the day',
          description: describeAnew(random),
          priority: draw(['low', 'normal', 'high']),
          ...(caller.person.role === 'Customer' ? {} : { requester: draw(customers).person.id }),
          tags: [...new Set([draw(data.tags).id, draw(data.tags).id])],
        }
        return { method: 'POST', path: '/api/tickets', token: caller.token, body: JSON.stringify(body) }
      }),
      answer: 'written',
    },
    {
      name: 'update',
      requests: drawAll(() => {
        const caller = draw(staff)
        let ticket = draw(tickets)
        while (!mayUpdate(caller, ticket)) ticket = draw(tickets)
        const body = {
          priority: ticket.priority === 'low' ? 'normal' : 'low',
          internal_note: `${describeAnew(random)} {n}`,
        }
        return { method: 'PATCH', path: `/api/tickets/${ticket.id}`, token: caller.token, body: JSON.stringify(body) }
      }),
      answer: 'written',
    },
  ]
}

function mayUpdate({ person }: Caller, { team, assignee, status }: KeptTicket): boolean {
  return person.role === 'Manager' || team === person.team || assignee === person.id || status === 'new'
}

function listOf(path: string, filter: string): string {
  return `/api/${path}?filter=${encodeURIComponent(filter)}`
}

function keepSome(tickets: Iterable<Ticket>, every: number): readonly KeptTicket[] {
  const kept: KeptTicket[] = []
  let at = 0
  for (const { id, requester, assignee, team, status, priority } of tickets)
    if (at++ % every === 0) kept.push({ id, requester, assignee, team, status, priority })
  return kept
}

/** Fisher and Yates. */
function shuffle<T>(list: readonly T[], random: () => number): readonly T[] {
  const shuffled = [...list]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [one, two] = [shuffled[last], shuffled[other]]
    if (one !== undefined && two !== undefined) [shuffled[last], shuffled[other]] = [two, one]
  }
  return shuffled
}
