// Checks that those who get a notification may read something of what it is about.
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { keyOfNode } from '../expressions/facts.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { HOLDER } from '../model/4-states/link-notify.ts'
import type { Entity, Model } from '../model/model.ts'
import { type Declarations, isShown } from '../points/declarations.ts'
import { conditionsOfGrant, givenRoles, grantsOfRole, isVerbGranted } from './granted-roles.ts'
import {
  type Recipients,
  checkRecipientsInFields,
  placesOfRecipients,
  readsSurely,
  rolesOfFilter,
  rolesOfRecipient,
} from './recipients-in-fields.ts'
import { askedOfReaders, missedInAll } from './asked-of-readers.ts'
import { type Access, type AccessPlace, type FieldOfRecord, accessAt } from './field-access.ts'
import { canHold } from './reachable-conditions.ts'
import { askedOfReader, checkClosedRecords, isElementClosed, metAtHand } from './closed-records.ts'
import { type Notification, notificationsIn } from './notifications-in.ts'
import type { SpecificationCheck } from './run-checks.ts'
import type { ValueAssignment } from '../expressions/satisfiability.ts'

export const checkNotifications: SpecificationCheck = (model, declarations) => {
  // Where point 6 is not shown nobody is granted anything, and that is known.
  if (!isShown(declarations.roles)) return []
  return notificationsIn(model).flatMap((notification) => {
    const unread = checkReaders(model, notification)
    if (unread.length > 0) return unread
    const { effect, about, inputs } = notification
    const byChance =
      about === undefined || effect.telling !== undefined
        ? []
        : checkRecipientsInFields(model, effect.who, about.entity, { start: about.start, inputs })
    const { masked, isAll } = checkNotification(model, declarations, notification)
    if (byChance.length > 0 || isAll) return [...byChance, ...masked]
    const said = new Set(masked.map(({ span }) => span.start))
    const others = checkValues(model, notification).filter(({ span }) => !said.has(span.start))
    return [...masked, ...checkClosedRecords(model, notification), ...others]
  })
}

/** Reports roles that may not read the record. `telling` is meant for those who may not read it. */
function checkReaders(model: Model, { effect, about }: Notification): readonly Diagnostic[] {
  const asked = rolesAsked(effect.who.tree)
  if (asked === undefined || about === undefined || effect.telling !== undefined) return []
  const { entity, states, start } = about
  const unable = [...new Set(asked)].filter((role) => !mayReadSome(model, entity, role, start))
  if (unable.length === 0) return []
  const never = unable.filter((role) => !isVerbGranted(model, entity.name.identifier, 'read', role))
  const labels = (roles: readonly string[]): string[] => roles.map((role) => model.roles.get(role)?.name.label ?? role)
  const [roles, then] = never.length > 0 ? [never, undefined] : [unable, states]
  return [say.notifiedMayNotRead(effect.who.span, { roles: labels(roles), entity: entity.name.label, states: then })]
}

/** Is there a grant that lets the holder of a role read a record in that situation? */
function mayReadSome(model: Model, { name }: Entity, role: string, start: ValueAssignment): boolean {
  return grantsOfRole(model, name.identifier, 'read', role).some((grant) =>
    canHold(conditionsOfGrant(grant), start, model),
  )
}

interface MaskedValues {
  readonly masked: readonly Diagnostic[]
  /** None of the values that are filled in may be read. */
  readonly isAll: boolean
}

/** Reports the values of a notification that none of its recipients may read. */
function checkNotification(
  model: Model,
  { roles }: Declarations,
  { effect: { who, subject = [], message, telling = [] }, about, names: all }: Notification,
): MaskedValues {
  // What one effect hands on nobody may read; what another does, or people give, may be open.
  const names = new Map([...all].filter(([, { kind }]) => kind !== 'handed on'))
  const place = placeOf(about)
  const holes = [...subject, ...message].filter((part) => typeof part !== 'string')
  const disclosed = new Set(telling.flatMap(({ tree, asked = tree }) => [tree, asked].map(keyOfNode)))
  const following = isShown(roles) ? roles.roles.filter((role) => role.of || role.who) : []
  const asked = rolesAsked(who.tree)
  const readers = asked
    ? [...asked, ...following.map(({ name }) => name.identifier)]
    : [...model.roles.keys(), 'everyone']
  // Of a set only those know something who may read the like of all its records.
  const isOfSomeOnly = (hole: Expression): boolean =>
    askedOfReaders(hole, disclosed, names).inAll.some((each) =>
      readers.every((reader) => missedInAll(model, reader, [each]).length > 0),
    )
  const accesses = readers.map((reader) => accessAt(model, reader, place))
  const isMasked = (hole: Expression): boolean =>
    isOfSomeOnly(hole) ||
    askedOfReaders(hole, disclosed, names).fields.some((each) =>
      accesses.every((accessOf) => accessOf(each) === 'never'),
    )
  const isAll = holes.length > 0 && holes.every(isMasked)
  const masked = isAll ? holes : holes.filter(isOfSomeOnly)
  return { masked: masked.map(({ span, text }) => say.maskedForEveryone(span, { value: text })), isAll }
}

/** Reports values that some of the recipients may not read, by their roles, while others do. */
function checkValues(model: Model, notification: Notification): readonly Diagnostic[] {
  const { effect, about, inputs, names } = notification
  const { who, subject = [], message, telling = [] } = effect
  const disclosed = new Set(telling.flatMap(({ tree, asked = tree }) => [tree, asked].map(keyOfNode)))
  const holes = [...subject, ...message].flatMap((hole) => {
    if (typeof hole === 'string') return []
    const { fields, inAll } = askedOfReaders(hole, disclosed, names)
    return fields.length + inAll.length > 0 ? [{ hole, fields, inAll }] : []
  })
  if (holes.length === 0) return []
  const met = metAtHand(notification)
  const place = { ...placeOf(about), made: met }
  const reading =
    (role: string, accessOf: (each: FieldOfRecord) => Access, recipients?: Recipients) =>
    (each: FieldOfRecord): Access => {
      const access = accessOf(each)
      return access === 'always' && isElementClosed(model, role, each, notification, recipients) ? 'sometimes' : access
    }
  const inFields = placesOfRecipients(who.tree, inputs).flatMap((recipients) => {
    const { held, meant } = rolesOfRecipient(model, recipients, about?.entity)
    return (meant.length > 0 ? meant : held).map((role) => {
      const isSure = (field?: string): boolean =>
        about !== undefined &&
        readsSurely(model, about.entity, role, { recipients, start: about.start, ...(field && { field }) })
      const readsRecord = isSure()
      // A grant that asks more of its reader shows it by chance; one that does not, and leaves it out, is what they have.
      const isLeftOut = ({ entity, field }: FieldOfRecord): boolean =>
        readsRecord && entity === about?.entity.name.identifier && !isSure(field)
      const made = met.flatMap((each) => [each, askedOfReader(each, recipients)])
      const accessOf = reading(role, accessAt(model, role, { ...place, recipients, made }), recipients)
      return { role, reads: (each: FieldOfRecord) => (isLeftOut(each) ? 'never' : accessOf(each)) }
    })
  })
  const named = itemsOf(who.tree).flatMap((one) => rolesAsked(one) ?? [])
  // Where nothing says who they are, a set may be counted for anybody; of all persons some read nothing of it.
  const isAnybody = rolesAsked(who.tree) === undefined && inFields.length === 0
  const isOfAll = itemsOf(who.tree).some(isOfPersons)
  const anybody = (isAnybody || isOfAll ? givenRoles(model) : []).map((role) => {
    const accessOf = accessAt(model, role, place)
    const reads = (each: FieldOfRecord): Access => (isOfAll && accessOf(each) === 'never' ? 'never' : 'always')
    return { role, reads }
  })
  const recipients = [
    ...named.map((role) => ({ role, reads: reading(role, accessAt(model, role, place)) })),
    ...inFields,
    ...anybody,
  ]
  return holes.flatMap(({ hole, fields, inAll }) => {
    const found = recipients.map(({ role, reads }) => {
      const asked = fields.map((each) => ({ what: `${each.entity}.${each.field}`, reading: reads(each) }))
      const closed = missedInAll(model, role, inAll)
      const ofReading = (wanted: Access): readonly string[] =>
        asked.flatMap(({ what, reading }) => (reading === wanted ? [what] : []))
      return { role, never: [...closed, ...ofReading('never')], sometimes: ofReading('sometimes') }
    })
    const never = found.filter((each) => each.never.length > 0)
    const sometimes = found.filter((each) => each.never.length === 0 && each.sometimes.length > 0)
    return [
      ...sayUnread(
        model,
        hole,
        say.valueNotReadable,
        never,
        never.flatMap((each) => each.never),
      ),
      ...sayUnread(
        model,
        hole,
        say.valueReadInPart,
        sometimes,
        sometimes.flatMap((each) => each.sometimes),
      ),
    ]
  })
}

function sayUnread(
  model: Model,
  { span, text }: Expression,
  message: typeof say.valueNotReadable,
  readers: readonly { readonly role: string }[],
  what: readonly string[],
): readonly Diagnostic[] {
  const roles = [...new Set(readers.map(({ role }) => model.roles.get(role)?.name.label ?? role))]
  return roles.length === 0 ? [] : [message(span, { roles, value: text }, { cause: causeOf(roles, what) })]
}

function placeOf(about: Notification['about']): AccessPlace {
  return about === undefined ? {} : { about: about.entity.name.identifier, start: about.start }
}

/** Names the cause that texts share in which the same readers miss the same. */
export function causeOf(roles: readonly string[], what: readonly string[]): string {
  return [roles, what].map((each) => [...new Set(each)].toSorted().join(', ')).join(' · ')
}

/** Lists the roles that are notified; undefined where anybody may be the recipient. */
function rolesAsked(who: Node): readonly string[] | undefined {
  if (who.kind === 'list') {
    const all = who.items.map(rolesAsked)
    return all.includes(undefined) ? undefined : all.flatMap((roles) => roles ?? [])
  }
  return rolesOfFilter(who)
}

function isHolders(who: Node): boolean {
  return who.kind === 'each' && who.variable === HOLDER
}

function itemsOf(who: Node): readonly Node[] {
  return who.kind === 'list' ? who.items : [who]
}

/** Decides whether they are taken out of all persons by something else than a role. */
function isOfPersons(who: Node): boolean {
  const set = who.kind === 'each' && who.operation === 'filter' ? who.set : who
  return set.kind === 'records' && set.entity === 'Person' && rolesAsked(who) === undefined && !isHolders(who)
}
