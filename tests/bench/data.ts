// The same deterministic people, teams, tags, tickets, and as many comments and assets, for every server that is measured.
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

/** A record without workflow, relations and row rules. */
export interface Asset {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly serial: string
  readonly kind: (typeof KINDS)[number]
  readonly maker: string
  readonly room: number
  readonly grams: number | null
  readonly price: string
  readonly bought_on: string
  readonly checked_at: string | null
  readonly in_use: boolean
  readonly remark: string | null
  readonly created_at: string
  readonly created_by: string
  readonly updated_at: string
  readonly updated_by: string
}

/** A person with a session. */
export interface Caller {
  readonly person: Person
  readonly token: string
}

export interface BenchData {
  readonly teams: readonly Named[]
  readonly tags: readonly Named[]
  readonly people: readonly Person[]
  readonly agent: Person
  readonly manager: Person
  readonly customer: Person
  /** Everybody who sends requests; the first of each role are `agent`, `manager` and `customer`. */
  readonly callers: readonly Caller[]
  tickets(): Generator<Ticket>
  /** One for each ticket. */
  comments(): Generator<Comment>
  /** One for each ticket. */
  assets(): Generator<Asset>
}

export const STATUSES = ['new', 'open', 'waiting', 'resolved', 'closed'] as const
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Status = (typeof STATUSES)[number]
export type Priority = (typeof PRIORITIES)[number]

export const KINDS = ['laptop', 'monitor', 'phone', 'printer', 'desk', 'chair', 'camera', 'router'] as const

export const AGENT_TOKEN = tokenOf('Agent', 0)
export const MANAGER_TOKEN = tokenOf('Manager', 0)
export const CUSTOMER_TOKEN = tokenOf('Customer', 0)

export const TICKETS = 100_000
const CALLERS = { Agent: 40, Manager: 10, Customer: 50 } as const
/** Tokens of those who must not see what is for agents only. */
export const CUSTOMER_TOKENS: ReadonlySet<string> = new Set(
  range(CALLERS.Customer).map((at) => tokenOf('Customer', at)),
)
const TEAMS = 8
const TAGS = 40
const AGENTS = 90
const MANAGERS = 10
/** Among a hundred thousand tickets. Of more tickets there are more customers, so that each has as many as before. */
const CUSTOMERS = 900
const HOUR = 3_600_000
const FIRST_DAY = Date.parse('2025-11-01T00:00:00Z')
const YEAR = 365 * 24 * HOUR
const CENTURY = 100 * YEAR

/** Everything follows from `ticketCount`; two calls give the same data to the byte. */
export function generateBenchData(ticketCount = TICKETS): BenchData {
  const random = createRandom(20_261_121)
  const teams = range(TEAMS).map((at) => ({ id: idAt(FIRST_DAY, at), name: `Team ${at + 1}` }))
  const tags = range(TAGS).map((at) => ({ id: idAt(FIRST_DAY, 1_000 + at), name: `tag-${at + 1}` }))
  const growth = Math.max(1, ticketCount / TICKETS)
  const people = range(AGENTS + MANAGERS + Math.round(CUSTOMERS * growth)).map((at): Person => {
    const role = at < AGENTS ? 'Agent' : at < AGENTS + MANAGERS ? 'Manager' : 'Customer'
    return {
      id: idAt(FIRST_DAY - 1, 2_000 + at),
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
    callers: [
      ...callersAmong(agents, 'Agent'),
      ...callersAmong(people.slice(AGENTS, AGENTS + MANAGERS), 'Manager'),
      ...callersAmong(customers, 'Customer'),
    ],
    *tickets() {
      for (const at of range(ticketCount))
        yield generateTicket(at, ticketCount, random, { teams, tags, agents, customers, growth })
    },
    *comments() {
      let at = 0
      for (const ticket of generateBenchData(ticketCount).tickets()) yield commentOn(ticket, at++)
    },
    *assets() {
      const drawn = createRandom(20_261_128)
      for (const at of range(ticketCount)) yield generateAsset(at, drawn, pick(agents, at).id)
    },
  }
}

/** Hashes a token as tokens are stored: its SHA-256 in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function callersAmong(people: readonly Person[], role: Person['role']): readonly Caller[] {
  return people.slice(0, CALLERS[role]).map((person, at) => ({ person, token: tokenOf(role, at) }))
}

/** A token as long as real ones: 256 bits in base64url. */
function tokenOf(role: Person['role'], at: number): string {
  const start = `bench-${role.toLowerCase()}-`
  return `${start}${String(at).padStart(43 - start.length, '0')}`
}

interface Cast {
  readonly teams: readonly Named[]
  readonly tags: readonly Named[]
  readonly agents: readonly Person[]
  readonly customers: readonly Person[]
  /** How many times as many customers there are as among a hundred thousand tickets. */
  readonly growth: number
}

function generateTicket(at: number, count: number, random: () => number, cast: Cast): Ticket {
  const createdAt = FIRST_DAY + Math.floor((at / count) * YEAR)
  const status = STATUSES[cumulative([0.03, 0.1, 0.15, 0.3], random())] ?? 'closed'
  const priority = PRIORITIES[cumulative([0.2, 0.8, 0.95], random())] ?? 'normal'
  const team = pick(cast.teams, Math.floor(random() * TEAMS))
  const assignee = status === 'new' ? null : pick(cast.agents, Math.floor(random() * AGENTS))
  // One customer has two thousand tickets, so that a page of theirs is full.
  const isOfFirst = random() < 0.02 / cast.growth
  const requester = pick(cast.customers, isOfFirst ? 0 : Math.floor(random() * cast.customers.length))
  const isSolved = status === 'resolved' || status === 'closed'
  // Whole tenths of an hour, so that no server has to round hours_to_resolve; and no two updates at one moment.
  const resolvedAt = isSolved ? createdAt + Math.floor(1 + random() * 900) * (HOUR / 10) : undefined
  const thing = random() < 0.01 ? RARE_THING : pick(THINGS, Math.floor(random() * THINGS.length))
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

export function idOfAsset(at: number): string {
  return idAt(FIRST_DAY + at * 1_000, 5_000_000 + at)
}

function generateAsset(at: number, random: () => number, by: string): Asset {
  const kind = pick(KINDS, Math.floor(random() * KINDS.length))
  const maker = pick(MAKERS, Math.floor(random() * MAKERS.length))
  const createdAt = FIRST_DAY + at * 1_000
  const boughtOn = isoAt(FIRST_DAY - Math.floor(random() * 1_500) * 24 * HOUR).slice(0, 10)
  return {
    id: idOfAsset(at),
    version: 1,
    name: `${maker} ${kind} ${at}`,
    serial: `SN-${String(Math.floor(random() * 1e9)).padStart(9, '0')}-${at}`,
    kind,
    maker,
    room: 100 + Math.floor(random() * 400),
    grams: random() < 0.2 ? null : 200 + Math.floor(random() * 40_000),
    price: (20 + random() * 3_000).toFixed(2),
    bought_on: boughtOn,
    checked_at: random() < 0.5 ? null : isoAt(createdAt),
    in_use: random() < 0.9,
    remark: random() < 0.3 ? pick(SENTENCES, at) : null,
    created_at: isoAt(createdAt),
    created_by: by,
    updated_at: isoAt(createdAt + 50 * HOUR + (at % 300)),
    updated_by: by,
  }
}

/** Describes a problem, in other words each time. */
export function describeAnew(random: () => number): string {
  const [thing, symptom] = [THINGS, SYMPTOMS].map((words) => pick(words, Math.floor(random() * words.length)))
  return describe(thing ?? '', symptom ?? '', random)
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
const RARE_THING = 'printer'
const MAKERS = ['Acme', 'Borealis', 'Corvus', 'Delta', 'Ember', 'Fjord']
/** Words to search for: one ticket of a hundred has the first, one of ten or of six the others. */
export const SEARCH_WORDS = [RARE_THING, ...THINGS, 'start', 'slow', 'error', 'missing', 'stopped', 'loud']
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
