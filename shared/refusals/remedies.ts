// Lists the remedies that name roles, states or conditions: who can do it, from where, and when.
import { capitalise } from '../text/capitalise.ts'
import { languageOf } from '../text/language.ts'
import type { InLanguages } from '../text/language.ts'
import type { HoleValue, HoleValues, HolesIn } from '../text/phrase.ts'
import { fillHoles } from '../text/phrase.ts'
import { GERMAN_REMEDIES } from './german/remedies.ts'

export const REMEDIES = {
  who_can: '{who} can do this.',
  who_can_when: '{who} can do this when {condition}.',
  create_by: 'You can create one by {steps}.',
  by_itself: 'It happens by itself.',
  by_effect: 'It happens along with something else.',
  when: 'You can do this when {condition}.',
  from_states: '{step} needs the state {states}.',
  is_now: 'It is {state} now.',
  is_now_since: 'It is {state} now, since {when}.',
  is_now_by: 'It is {state} now: {who}, {when}.',
  is_now_after: 'It is {state} now: {step} by {who}, {when}.',
  changed_by: '{who} changed it, {when}.',
  clears: 'Deleting this empties {fields} of {record}. Change that there first, or delete it, too.',
  from_new: 'It can be done only when a record is created.',
  confirm: 'Repeat the request with "Confirm: {code}" to continue anyway.',
  own_address: 'They can change their address themselves. {givers}',
  givers: '{givers} can give {role}.',
  other_roles: 'Somebody else can change your roles.',
  invited: 'You need an invitation.',
  approved: 'An administrator has to approve your account first.',
  hand_on: 'Make the link without an address, and hand it on yourself.',
  mail_server: 'The operator of this application sets up a mail server (SMTP_URL and MAIL_FROM).',
  administrator: 'An administrator can do this.',
  other_administrator: 'Another administrator can do this.',
  last_administrator: 'Another administrator can do this, so that one is always left.',
  administrators_changed: 'Only administrators can change administrators.',
  administrators_removed: 'Only administrators can remove administrators.',
  administrators_viewed: 'You can’t view as an administrator.',
  https:
    'The operator of this application must put https in front of it and set PUBLIC_URL to its address. On their own machine, http://localhost works as it is.',
  https_at: 'Open {address} instead.',
} as const

/** An English page of the client has no German ones. */
const TEXTS: InLanguages<{ readonly [name in RemedyName]?: string }> = { en: REMEDIES, de: GERMAN_REMEDIES }

type RemedyName = keyof typeof REMEDIES

type RemedyValues<Name extends RemedyName> = {
  readonly [hole in HolesIn<(typeof REMEDIES)[Name]>]: HoleValue
}

/** `locale`: BCP 47, the document's. */
export function sayRemedy<Name extends RemedyName>(
  locale: string,
  name: Name,
  ...[values]: keyof RemedyValues<Name> extends never ? [] : [values: RemedyValues<Name>]
): string {
  const given: HoleValues = values ?? {}
  const said = fillHoles(TEXTS[languageOf(locale)][name] ?? REMEDIES[name], given, locale)
  return capitalise(said)
}
