// Describes the detail of an audit entry in a few words.
import type { Model } from '#shared/model/model.ts'
import { labelRoles } from '../../data/actor-name.ts'
import { formatLocale } from '../../words/language.ts'
import { lazily } from '../../words/lazily.ts'
import { say, sayCount } from '../../words/say.ts'

/** "PATCH /api/tickets/…: 403 not_allowed, 20 times"; "Customer → Customer, Agent". */
export function describeDetail(model: Model, detail: { readonly [name: string]: unknown }): string {
  const sayRoles = (roles: readonly unknown[]): string =>
    roles.length === 0 ? say('no role') : labelRoles(model, roles.map(String))
  const {
    method,
    path,
    status,
    code,
    before,
    after,
    roles,
    way,
    second,
    kind,
    name,
    from,
    to,
    count,
    times,
    administrator,
    widened,
    deleted,
    reason,
    due,
    why,
  } = detail
  return [
    sayText(method, () => `${String(method)} ${String(path)}: ${String(status)} ${String(code)}`),
    Array.isArray(before) && Array.isArray(after) ? `${sayRoles(before)} → ${sayRoles(after)}` : '',
    Array.isArray(roles) ? sayRoles([...roles, ...(administrator === true ? ['Administrator'] : [])]) : '',
    sayText(way, () => sayWay(String(way), second)),
    sayText(kind, String),
    sayText(name, String),
    sayText(to, () => `${typeof from === 'string' ? from : say('none')} → ${String(to)}`),
    Array.isArray(widened) ? say('now {permissions}', { permissions: widened.map(String).join('; ') }) : '',
    Array.isArray(deleted) ? say('deleted {names}', { names: deleted.map(String).join(', ') }) : '',
    sayText(reason, (text) => `“${text}”`),
    sayText(due, (moment) => say('for {moment}', { moment: longMoment().format(new Date(moment)) })),
    sayText(why, (end) => TRIAL_ENDS[end] ?? ''),
    typeof count === 'number' ? String(count) : '',
    typeof times === 'number' ? sayCount(times, 'once', '{count} times') : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const longMoment = lazily(() => new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium', timeStyle: 'short' }))

/** Why a trial ended that its author did not throw away. */
const TRIAL_ENDS: { readonly [why: string]: string } = {
  another: say('because another one began'),
  time: say('because its hour was over'),
  'signed out': say('because they signed out or are no administrator any more'),
  'no data': say('because they may not read the data any more'),
  server: say('because the server stopped'),
  fault: say('because it failed'),
}

function sayWay(way: string, second: unknown): string {
  const name = WAYS[way] ?? way
  return typeof second === 'string'
    ? say('by {way} and {second}', { way: name, second: WAYS[second] ?? second })
    : say('by {way}', { way: name })
}

const WAYS: { readonly [way: string]: string } = {
  password: say('password'),
  passkey: say('passkey'),
  link: say('link by email'),
  provider: say('provider'),
  code: say('code'),
}

function sayText(value: unknown, describe: (value: string) => string): string {
  return typeof value === 'string' ? describe(value) : ''
}
