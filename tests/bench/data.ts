// The same deterministic people, teams, tags, 100,000 tickets and as many comments for every server that is measured.
import { createHash } from 'node:crypto'

export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly team: string | null
  readonly role: 'Customer' | 'Agent' | 'Manager'
}

export interface Named {
  readonly id: string
  readonly name: string
}

export interface Ticket {
  readonly id: string
  readonly number: string
  readonly subject: string
  readonly description: string
  readonly status: Status
  readonly priority: Priority
  readonly requester: string
  readonly assignee: string | null
  readonly team: string | null
  readonly tags: readonly string[]
  readonly due_at: string
  readonly resolution: string | null
  readonly resolved_at: string | null
  readonly internal_note: string | null
  readonly created_at: string
  readonly created_by: string
  readonly updated_at: string
  readonly updated_by: string
  readonly version: number
}

export interface Comment {
  readonly id: string
  readonly version: number
  readonly ticket: string
  readonly author: string
  readonly body: string
  readonly internal: boolean
  readonly created_at: string
  readonly created_by: string
  readonly updated_at: string
  readonly updated_by: string
}

export interface BenchData {
  readonly teams: readonly Named[]
  readonly tags: readonly Named[]
  readonly people: readonly Person[]
  /** The people that send the load, with their tokens. */
  readonly agent: Person
  readonly manager: Person
  readonly customer: Person
  tickets(): Generator<Ticket>
  /** One for each ticket. */
  comments(): Generator<Comment>
}

export const STATUSES = ['new', 'open', 'waiting', 'resolved', 'closed'] as const
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Status = (typeof STATUSES)[number]
export type Priority = (typeof PRIORITIES)[number]

/** A token as long as real ones: 256 bits in base64url. */
export const AGENT_TOKEN = 'bench-agent-0000000000000000000000000000000'
export const MANAGER_TOKEN = 'bench-manager-00000000000000000000000000000'
export const CUSTOMER_TOKEN = 'bench-customer-0000000000000000000000000000'
export const SEARCH_WORD = 'printer'

const TEAMS = 8
const TAGS = 40
const AGENTS = 90
const MANAGERS = 10
const CUSTOMERS = 900
const HOUR = 3_600_000
const FIRST_DAY = Date.parse('2025-11-01T00:00:00Z')
const YEAR = 365 * 24 * HOUR
const CENTURY = 100 * YEAR

/** Everything follows from `ticketCount`; two calls give the same data to the byte. */
export function generateBenchData(ticketCount = 100_000): BenchData {
  const random = createRandom(20_261_121)
  const teams = range(TEAMS).map((at) => ({ id: idAt(FIRST_DAY, at), name: `Team ${at + 1}` }))
  const tags = range(TAGS).map((at) => ({ id: idAt(FIRST_DAY, 1_000 + at), name: `tag-${at + 1}` }))
  const people = range(AGENTS + MANAGERS + CUSTOMERS).map((at): Person => {
    const role = at < AGENTS ? 'Agent' : at < AGENTS + MANAGERS ? 'Manager' : 'Customer'
    return {
      id: idAt(FIRST_DAY, 2_000 + at),
      name: `${pick(FIRST_NAMES, at)} ${pick(LAST_NAMES, at * 7 + 3)} ${at}`,
      email: `person${at}@example.com`,
      phone: null,
      team: role === 'Customer' ? null : pick(teams, at).id,
      role,
    }
  })
  const agents = people.slice(0, AGENTS)
  const customers = people.slice(AGENTS + MANAGERS)
  return {
    teams,
    tags,
    people,
    agent: pick(agents, 0),
    manager: pick(people, AGENTS),
    customer: pick(customers, 0),
    *tickets() {
      for (const at of range(ticketCount))
        yield generateTicket(at, ticketCount, random, { teams, tags, agents, customers })
    },
    *comments() {
      let at = 0
      for (const ticket of generateBenchData(ticketCount).tickets()) yield commentOn(ticket, at++)
    },
  }
}

/** Hashes a token as tokens are stored: its SHA-256 in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

interface Cast {
  readonly teams: readonly Named[]
  readonly tags: readonly Named[]
  readonly agents: readonly Person[]
  readonly customers: readonly Person[]
}

function generateTicket(at: number, count: number, random: () => number, cast: Cast): Ticket {
  const createdAt = FIRST_DAY + Math.floor((at / count) * YEAR)
  const status = STATUSES[cumulative([0.03, 0.1, 0.15, 0.3], random())] ?? 'closed'
  const priority = PRIORITIES[cumulative([0.2, 0.8, 0.95], random())] ?? 'normal'
  const team = pick(cast.teams, Math.floor(random() * TEAMS))
  const assignee = status === 'new' ? null : pick(cast.agents, Math.floor(random() * AGENTS))
  // One customer has a fiftieth of all tickets, so that a page of theirs is full.
  const requester = random() < 0.02 ? pick(cast.customers, 0) : pick(cast.customers, Math.floor(random() * CUSTOMERS))
  const isSolved = status === 'resolved' || status === 'closed'
  // Whole tenths of an hour, so that no server has to round hours_to_resolve; and no two updates at one moment.
  const resolvedAt = isSolved ? createdAt + Math.floor(1 + random() * 900) * (HOUR / 10) : undefined
  const thing = random() < 0.01 ? SEARCH_WORD : pick(THINGS, Math.floor(random() * THINGS.length))
  const symptom = pick(SYMPTOMS, Math.floor(random() * SYMPTOMS.length))
  const firstTag = Math.floor(random() * TAGS)
  return {
    id: idAt(createdAt, 10_000 + at),
    number: `HD-${String(at + 1).padStart(5, '0')}`,
    subject: `The ${thing} ${symptom}`,
    description: describe(thing, symptom, random),
    status,
    priority,
    requester: requester.id,
    assignee: assignee?.id ?? null,
    team: status === 'new' ? null : team.id,
    tags: range(Math.floor(random() * 4)).map((step) => pick(cast.tags, firstTag + step * 7).id),
    // Nothing escalates during a round: what timers cost is measured by itself.
    due_at: isoAt(createdAt + (isSolved ? (priority === 'urgent' ? 4 : 48) * HOUR : CENTURY)),
    resolution: isSolved ? `Replaced the ${thing} and tried it together with the customer.` : null,
    resolved_at: resolvedAt === undefined ? null : isoAt(resolvedAt),
    internal_note: at % 5 === 0 ? 'Seen before; ask the supplier.' : null,
    created_at: isoAt(createdAt),
    created_by: requester.id,
    updated_at: isoAt(createdAt + 100 * HOUR + (at % 300)),
    updated_by: (assignee ?? requester).id,
    version: 1,
  }
}

function commentOn(ticket: Ticket, at: number): Comment {
  const createdAt = Date.parse(ticket.created_at) + HOUR + (at % 1_000)
  const author = ticket.assignee ?? ticket.requester
  return {
    id: idAt(createdAt, 1_000_000 + at),
    version: 1,
    ticket: ticket.id,
    author,
    body: `${pick(SENTENCES, at)} ${pick(SENTENCES, at + 3)}`,
    internal: at % 7 === 0,
    created_at: isoAt(createdAt),
    created_by: author,
    updated_at: isoAt(createdAt),
    updated_by: author,
  }
}

function describe(thing: string, symptom: string, random: () => number): string {
  const sentences = range(2 + Math.floor(random() * 4)).map(() =>
    pick(SENTENCES, Math.floor(random() * SENTENCES.length)),
  )
  return `Since this morning the ${thing} ${symptom}. ${sentences.join(' ')}`
}

/** A UUIDv7 of a moment and a number. */
export function idAt(time: number, at: number): string {
  const hash = createHash('sha256').update(String(at)).digest('hex')
  const stamp = time.toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

export function isoAt(time: number): string {
  return new Date(time).toISOString()
}

function cumulative(bounds: readonly number[], value: number): number {
  const at = bounds.findIndex((bound) => value < bound)
  return at < 0 ? bounds.length : at
}

export function pick<T>(list: readonly T[], at: number): T {
  const item = list[at % list.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

export function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at)
}

/** Mulberry32: small, fast, and the same everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const FIRST_NAMES = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Finn', 'Gita', 'Hugo', 'Ines', 'Jan', 'Kira', 'Leo', 'Mona']
const LAST_NAMES = ['Abel', 'Brandt', 'Costa', 'Dietz', 'Ertl', 'Fuchs', 'Groß', 'Haas', 'Ito', 'Jung', 'Klein', 'Lang']
const THINGS = ['screen', 'keyboard', 'invoice', 'login', 'report', 'phone', 'camera', 'door', 'scanner', 'network']
const SYMPTOMS = [
  'does not start',
  'is slow',
  'shows an error',
  'is missing',
  'stopped after the update',
  'is too loud',
]
const SENTENCES = [
  'I have tried to switch it off and on again.',
  'A colleague next door has the same problem.',
  'Yesterday everything still worked as it should.',
  'The message says that something could not be found.',
  'Please call me before you come by, I am in meetings all day.',
  'We need it for the end of the month, which is close.',
  'Nothing was changed on our side as far as I know.',
]
