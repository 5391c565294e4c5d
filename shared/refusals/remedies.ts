// Lists the remedies that name roles, states or conditions: who can do it, from where, and when.
import type { HoleValues } from './refusal-text.ts'
import { fillHoles } from './refusal-text.ts'

const REMEDIES = {
  who_can: '{who} can do this.',
  by_itself: 'It happens by itself.',
  when: 'You can do this when {condition}.',
  from_states: 'It can be done from {states}.',
  confirm: 'Repeat the request with "Confirm: {code}" to go on all the same.',
  own_address: 'They can change their address themselves. {givers}',
  givers: '{givers} can give {role}.',
  other_roles: 'Somebody else can change your roles.',
  invited: 'Somebody has to invite you.',
  approved: 'An administrator has to approve your account first.',
  administrator: 'An administrator can do this.',
  other_administrator: 'Another administrator can do this.',
  last_administrator: 'Another administrator can do this, so that one is always left.',
  administrators_changed: 'Only administrators can change administrators.',
  administrators_removed: 'Only administrators can remove administrators.',
  administrators_viewed: 'You can’t view as an administrator.',
  https:
    'Those who run this application put https in front of it, and set PUBLIC_URL to its address. On their own machine, http://localhost works as it is.',
  https_at: 'Open {address} instead.',
} as const

type HolesOfRemedy<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | HolesOfRemedy<Rest> : never

export type RemedyName = keyof typeof REMEDIES

type RemedyValues<Name extends RemedyName> = {
  readonly [hole in HolesOfRemedy<(typeof REMEDIES)[Name]>]: string
}

export function sayRemedy<Name extends RemedyName>(
  name: Name,
  ...[values]: keyof RemedyValues<Name> extends never ? [] : [values: RemedyValues<Name>]
): string {
  const given: HoleValues = values ?? {}
  return fillHoles(REMEDIES[name], given)
}

/** "Agent, Lead or an administrator". */
export function eitherOf(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ')
}
