// The rooms application in memory, one command after the other: what each may be answered, and what stands afterwards.
import { MOST_AT_ONCE } from './rooms-document.ts'

export interface Booking {
  readonly room: string
  readonly starts_on: string
  readonly ends_on: string
  readonly keeper: string
  readonly code: string | null
  readonly state: 'open' | 'closed'
  readonly _version: number
}

export interface Pass {
  readonly room: string
  readonly valid: boolean
}

export interface Rooms {
  readonly bookings: ReadonlyMap<string, Booking>
  readonly passes: ReadonlyMap<string, Pass>
  /** One-time links that were not used. */
  readonly links: ReadonlySet<string>
}

type Fields = Pick<Booking, 'room' | 'starts_on' | 'ends_on' | 'keeper' | 'code'>

export type Operation =
  | { readonly kind: 'create'; readonly id: string | undefined; readonly fields: Fields }
  | {
      readonly kind: 'change'
      readonly id: string
      readonly fields: Partial<Fields>
      /** `If-Match`. */
      readonly version?: number
    }
  | { readonly kind: 'close' | 'reopen' | 'delete'; readonly id: string }
  | { readonly kind: 'set pass'; readonly id: string; readonly valid: boolean }
  | { readonly kind: 'use link'; readonly link: string }

/** An answer: `done`, or the code of the refusal. */
export type Outcome = string

export interface Step {
  /** The answers that it may have. */
  readonly outcomes: readonly Outcome[]
  readonly after: Rooms
}

/** `id` of a creation is the one that was answered; undefined: it was refused, and a fitting one is made up. */
export function runOperation(rooms: Rooms, operation: Operation): Step {
  switch (operation.kind) {
    case 'create':
      return put(rooms, operation.id ?? 'made up', { ...operation.fields, state: 'open', _version: 1 })
    case 'set pass':
      return setPass(rooms, operation.id, operation.valid)
    case 'use link': {
      if (!rooms.links.has(operation.link)) return refuse(rooms, ['invitation_gone'])
      return { outcomes: ['done'], after: { ...rooms, links: without(rooms.links, operation.link) } }
    }
    default:
      return changeBooking(rooms, operation)
  }
}

type OfBooking = Extract<Operation, { readonly kind: 'change' | 'close' | 'reopen' | 'delete' }>

function changeBooking(rooms: Rooms, operation: OfBooking): Step {
  const { id } = operation
  const booking = rooms.bookings.get(id)
  if (booking === undefined) return refuse(rooms, ['not_found'])
  const next = { ...booking, _version: booking._version + 1 }
  switch (operation.kind) {
    case 'close':
      return booking.state === 'open' ? put(rooms, id, { ...next, state: 'closed' }) : refuse(rooms, ['conflict'])
    case 'reopen':
      return booking.state === 'closed' ? put(rooms, id, { ...next, state: 'open' }) : refuse(rooms, ['conflict'])
    case 'delete': {
      const bookings = new Map(rooms.bookings)
      bookings.delete(id)
      return { outcomes: ['done'], after: { ...rooms, bookings } }
    }
    case 'change': {
      if (operation.version !== undefined && operation.version !== booking._version)
        return refuse(rooms, ['changed_meanwhile'])
      // Who changes nothing makes no version, and asks no rule.
      if (JSON.stringify({ ...booking, ...operation.fields }) === JSON.stringify(booking))
        return { outcomes: ['done'], after: rooms }
      return put(rooms, id, { ...next, ...operation.fields })
    }
  }
}

function put(rooms: Rooms, id: string, booking: Booking): Step {
  const bookings = new Map(rooms.bookings).set(id, booking)
  const broken = brokenBy({ ...rooms, bookings }, id, booking)
  return broken.length > 0 ? refuse(rooms, broken) : { outcomes: ['done'], after: { ...rooms, bookings } }
}

function setPass(rooms: Rooms, id: string, valid: boolean): Step {
  const pass = rooms.passes.get(id)
  if (pass === undefined) return refuse(rooms, ['not_found'])
  const passes = new Map(rooms.passes).set(id, { ...pass, valid })
  const isUsed = [...rooms.bookings.values()].some(({ room, state }) => room === pass.room && state === 'open')
  if (isUsed && !hasPass(passes, pass.room)) return refuse(rooms, ['NO_PASS'])
  return { outcomes: ['done'], after: { ...rooms, passes } }
}

/** Codes of the rules that a booking breaks. */
function brokenBy({ bookings, passes }: Rooms, id: string, booking: Booking): readonly Outcome[] {
  const others = [...bookings].filter(([other]) => other !== id).map(([, each]) => each)
  const taken = booking.code !== null && others.some(({ code }) => code === booking.code) ? ['conflict'] : []
  if (booking.state !== 'open') return taken
  const open = others.filter(({ state }) => state === 'open')
  return [
    ...taken,
    ...(open.filter(({ keeper }) => keeper === booking.keeper).length >= MOST_AT_ONCE ? ['TOO_MANY'] : []),
    ...(open.some((each) => each.room === booking.room && overlaps(each, booking)) ? ['OVERLAP'] : []),
    ...(hasPass(passes, booking.room) ? [] : ['NO_PASS']),
  ]
}

/** The last day is a part of it. */
function overlaps(one: Booking, other: Booking): boolean {
  return one.starts_on <= other.ends_on && other.starts_on <= one.ends_on
}

function hasPass(passes: Rooms['passes'], room: string): boolean {
  return [...passes.values()].some((pass) => pass.room === room && pass.valid)
}

function refuse(rooms: Rooms, outcomes: readonly Outcome[]): Step {
  return { outcomes, after: rooms }
}

function without(links: Rooms['links'], link: string): Rooms['links'] {
  const left = new Set(links)
  left.delete(link)
  return left
}
