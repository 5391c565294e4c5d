// Random calls on every surface of the router, well made and ill made, for explanations to be held against.
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Pick } from '../random/random-condition.ts'
import { oneOf } from '../random/random-condition.ts'

export interface AnyCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: { readonly [name: string]: string }
}

/** The people, tickets and providers that a call can speak of. */
export interface Known {
  readonly people: readonly { readonly id: string; readonly email: string; readonly password: string }[]
  readonly tickets: readonly string[]
  readonly providers: readonly string[]
}

/** Only invited people, every way of signing in, two factors for managers, and few tries. */
export const CLOSED = HELPDESK.replace(/^- sign-up: .*$/m, '- sign-up: by invitation\n- second factor: Manager')
  .replace(/^- sign-in: .*$/m, '- sign-in: password, passkey, link by email, "Company" by OIDC')
  .replace('| requests | 300 per minute | |', '| sign-in attempts | 4 per hour | |')

export const OPEN = HELPDESK.replace('| requests | 300 per minute | |', '| requests | 100000 per minute | |')

type Make<T> = (pick: Pick, known: Known) => T

const NEVER = '019aa5c0-0000-7000-8000-00000000ffff'
const NO_TOKEN = 'A'.repeat(43)
const person: Make<string> = (pick, { people }) => oneOf(pick, [...people.map(({ id }) => id), NEVER])
const roles: Make<readonly string[]> = (pick) =>
  oneOf(pick, [[], ['Customer'], ['Agent'], ['Manager'], ['Customer', 'Agent'], ['Administrator'], ['Nonsense']])
const email: Make<string> = (pick, { people }) => oneOf(pick, [...people.map((each) => each.email), 'who@example.com'])

let made = 0
const newcomer: Make<object> = (pick) => ({
  name: 'New Comer',
  email: oneOf(pick, [`new.${made++}@example.com`, 'no address']),
  ...(pick(3) === 0 ? { invitation: oneOf(pick, ['x', NO_TOKEN]) } : {}),
})

/** Bodies that are well formed; of surfaces that are not here, `{}` is. */
const BODIES: { readonly [surface: string]: Make<unknown> } = {
  'POST /:entity': (pick) =>
    oneOf(pick, [TICKET, { subject: 'Only that' }, { ...TICKET, due_at: '2020-01-01T00:00:00Z' }]),
  'PATCH /:entity/:id': (pick) => oneOf(pick, [{ subject: 'Other' }, { priority: 'urgent' }, { status: 'closed' }, {}]),
  'POST /:entity/:id/:transition': (pick, known) =>
    oneOf(pick, [{}, { reply: 'So.' }, { resolution: 'Done.' }, { agent: person(pick, known) }]),
  'POST /auth/sign-up': (pick, known) => ({
    ...newcomer(pick, known),
    password: oneOf(pick, ['x', 'a long new secret']),
  }),
  'POST /auth/sign-up/passkey': (pick, known) => ({ ...newcomer(pick, known), passkey: { name: 'Key', response: {} } }),
  'POST /auth/sign-up/passkey/challenge': (pick, known) => ({ name: 'New Comer', email: email(pick, known) }),
  'POST /auth/sign-in': (pick, known) => ({ email: email(pick, known), password: oneOf(pick, known.people).password }),
  'POST /auth/sign-in/passkey': () => ({ response: {} }),
  'POST /auth/password': (pick, known) => ({
    current: oneOf(pick, known.people).password,
    password: 'a long new secret',
  }),
  'POST /auth/password/forgot': (pick, known) => ({ email: email(pick, known) }),
  'POST /auth/password/reset': () => ({ link: NO_TOKEN, password: 'a long new secret' }),
  'POST /auth/password/links': (pick, known) => ({ person: person(pick, known) }),
  'POST /auth/links': (pick, known) => ({ email: email(pick, known) }),
  'POST /auth/links/sign-in': () => ({ link: NO_TOKEN }),
  'POST /auth/reauthentication': (pick, known) => ({ password: oneOf(pick, known.people).password }),
  'POST /auth/second-factor': () => ({ challenge: NO_TOKEN, code: '123456' }),
  'POST /auth/second-factor/confirm': () => ({ code: '123456' }),
  'POST /auth/second-factor/reset': (pick, known) => ({ person: person(pick, known) }),
  'POST /auth/passkeys': () => ({ name: 'Key', response: {} }),
  'PATCH /auth/passkeys/:id': () => ({ name: 'Another' }),
  'POST /auth/tokens': (pick, known) => ({
    name: oneOf(pick, ['Nightly', '']),
    roles: roles(pick, known),
    administrator: pick(4) === 0,
  }),
  'POST /auth/invitations': (pick, known) => ({
    roles: roles(pick, known),
    ...(pick(3) === 0 ? { person: person(pick, known) } : {}),
    ...(pick(3) === 0 ? { email: 'new@example.com' } : {}),
  }),
  'POST /auth/view-as': (pick, known) =>
    pick(2) === 0 ? { person: person(pick, known) } : { roles: roles(pick, known) },
  'POST /auth/providers/:id/start': () => ({ invitation: NO_TOKEN }),
  'POST /auth/providers/:id/prove': () => ({ next: '/account' }),
  'POST /system/explain': (pick, known) => ({
    call: { method: 'GET', path: '/api/tickets' },
    ...(pick(2) === 0 ? { person: person(pick, known) } : {}),
  }),
}

/** `surface` as the router lists it. One in four is ill made in some way. */
export function randomCall(pick: Pick, known: Known, surface: string): AnyCall {
  const [method = '', pattern = ''] = surface.split(' ')
  const path = `/api${fillPath(pick, known, pattern)}`
  const isWrite = method !== 'GET'
  const make = BODIES[surface]
  const body = isWrite ? { body: make === undefined ? {} : make(pick, known) } : {}
  const match = isWrite && pick(6) === 0 ? { headers: { 'If-Match': oneOf(pick, ['"1"', '"7"', 'nonsense']) } } : {}
  const whole = { method, path, ...body, ...match }
  switch (pick(16)) {
    case 0:
      return { ...whole, path: `${path}?unknown=1` }
    case 1:
      return { ...whole, method: oneOf(pick, ['PUT', 'PATCH', 'DELETE', 'POST']) }
    case 2:
      return isWrite ? { ...whole, body: [] } : whole
    case 3:
      return isWrite ? { ...whole, body: { junk: 1 } } : whole
    case 4:
      return { ...whole, path: `${path}/elsewhere` }
    default:
      return whole
  }
}

function fillPath(pick: Pick, known: Known, pattern: string): string {
  const id = (): string => {
    if (pattern.includes('/providers/')) return oneOf(pick, [...known.providers, 'nowhere'])
    return pattern.includes('/:entity') ? oneOf(pick, [...known.tickets, NEVER]) : person(pick, known)
  }
  return pattern
    .replace(':entity', oneOf(pick, ['tickets', 'tickets', 'tickets', 'people', 'teams', 'nothings']))
    .replace(':key/:value', oneOf(pick, ['number/HD-00001', 'number/HD-99999', 'slug/none']))
    .replace(':transition', oneOf(pick, ['take', 'resolve', 'answer', 'assign', 'escalate', 'none']))
    .replace(':id', id)
}
