// Checks that those who can be refused may read the values that the message fills in.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/warnings.ts'
import type { Expression } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import type { DocumentCall } from '../model/7-calls/types.ts'
import { messageKeyOf } from '../model/8-errors/message-key.ts'
import type { Effect, Entity, Grant, Grantee, MessageTemplate, Model, RefusalWords, Rule } from '../model/model.ts'
import { givenRoles, grantsOfRole, isFieldReadable, isFieldWritable, isVerbGranted } from './granted-roles.ts'
import { causeOf, fieldsIn, readsEach, setsIn } from './masked-notifications.ts'
import { rolesOfRecipient } from './recipients-in-fields.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkRefusals: SpecificationCheck = (model, { unknowns }) => {
  // A grant of which something is not shown may be the one that is missed.
  if (!model.rolesShown || unknowns.some(({ point }) => point === 6)) return []
  const refused = [
    ...[...model.entities.values()].flatMap((entity) => messagesOf(model, entity)),
    ...model.calls.flatMap((call) => messagesOfCall(model, call)),
  ]
  const byHole = Map.groupBy(
    refused.flatMap(({ message, roles }) =>
      message.flatMap((hole) => (typeof hole === 'string' ? [] : [{ hole, roles }])),
    ),
    ({ hole }) => hole.span.start,
  )
  return [...byHole.values()].flatMap((uses) => checkHole(model, uses))
}

interface RefusalMessage {
  readonly message: MessageTemplate
  /** Roles that may be shown it. */
  readonly roles: readonly string[]
}

/** Lists the messages of rules and choices, for those who may write the record, and of steps, for those who may do them. */
function messagesOf(model: Model, entity: Entity): readonly RefusalMessage[] {
  const { identifier } = entity.name
  const given = givenRoles(model)
  const ofRole = (verb: 'create' | 'update', role: string): readonly Grant[] =>
    grantsOfRole(model, identifier, verb, role).filter(({ who }) => who.kind !== 'condition')
  const writers = given.filter((role) => ofRole('create', role).length > 0 || ofRole('update', role).length > 0)
  const meets = (role: string, rule: Rule): boolean =>
    ofRole('create', role).length > 0 ||
    (rule.checked !== 'when created' &&
      ofRole('update', role).some(({ fields }) => fields.some((field) => isAskedAt(entity, rule, field))))
  const says = (words: RefusalWords | undefined, roles: readonly string[]): readonly RefusalMessage[] =>
    words === undefined ? [] : [{ message: messageOf(model, identifier, words), roles }]
  const code = (of: string | undefined): RefusalWords | undefined =>
    of === undefined ? undefined : { kind: 'code', code: of }
  const steps = [...entity.transitions.entries()].flatMap(([name, { rows, asks }]) => {
    const ruled = entity.rules.filter(({ transition }) => transition === name)
    const all = rows.flatMap(({ who }) => rolesOf(model, who, identifier))
    return [
      ...[...ruled, ...asks].flatMap(({ otherwise }) => says(otherwise, all)),
      ...rows.flatMap(({ otherwise, who, then }) =>
        [otherwise, ...codesOf(then)].flatMap((each) => says(code(each), rolesOf(model, who, identifier))),
      ),
    ]
  })
  return [
    ...entity.rules.flatMap((rule) =>
      rule.transition === undefined
        ? says(
            rule.otherwise,
            writers.filter((role) => meets(role, rule)),
          )
        : [],
    ),
    ...[...entity.fields.values()].flatMap(({ name, otherwise }) =>
      says(
        otherwise,
        writers.filter((role) => isFieldWritable(model, identifier, name.identifier, role)),
      ),
    ),
    ...entity.grants.flatMap(({ otherwise, who }) => says(code(otherwise), rolesOf(model, [who], identifier))),
    ...steps,
  ]
}

/** Is the rule evaluated when this field changes? Those of a head may be, when its lines do. */
function isAskedAt({ fields, parts }: Entity, { checked, reads }: Rule, field: string): boolean {
  const watched = new Set(typeof checked === 'string' ? reads : checked.whenChanged)
  for (const name of watched) {
    const computed = fields.get(name)?.computed
    if (computed) for (const each of readsOf(computed.expression.tree).own) watched.add(each)
  }
  return watched.size === 0 || parts.size > 0 || watched.has(field)
}

/** Lists the messages of calls, for those who may make them. */
function messagesOfCall(model: Model, call: DocumentCall): readonly RefusalMessage[] {
  const key = call.finds.find(({ name }) => name === call.of)?.entity ?? messageKeyOf(call)
  const words = [
    ...call.rules.map(({ otherwise }) => otherwise),
    ...codesOf(call.steps).map((code): RefusalWords => ({ kind: 'code', code })),
  ]
  return words.map((each) => ({ message: messageOf(model, key, each), roles: rolesOf(model, call.who) }))
}

/**
 * The roles that are named, those for which the document keeps a field whose person is meant (`student == me`), and for everyone
 * all that may read records of the entity.
 */
function rolesOf(model: Model, who: readonly Grantee[], entity?: string): readonly string[] {
  return who.flatMap((each) => {
    if (each.kind === 'role') return [each.role]
    if (each.kind === 'everyone' && entity !== undefined)
      return givenRoles(model).filter((role) => isVerbGranted(model, entity, 'read', role))
    if (each.kind !== 'condition' || each.condition.tree.kind !== 'binary') return []
    const { operator, left, right } = each.condition.tree
    const path = operator === '==' && right.kind === 'me' ? left : right
    return path.kind === 'field' && [left, right].some(({ kind }) => kind === 'me')
      ? rolesOfRecipient(model, path).meant
      : []
  })
}

/** Lists the codes with which effects refuse. */
function codesOf(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => {
    if (effect.kind === 'refuse') return [effect.code]
    if (effect.kind === 'for each') return codesOf(effect.effects)
    return effect.kind === 'try' ? codesOf([effect.effect, effect.otherwise]) : []
  })
}

/** `key`: of the entity or the call for which a message of point 8 is linked. */
function messageOf(model: Model, key: string, words: RefusalWords): MessageTemplate {
  return words.kind === 'message' ? words.message : (model.errors.get(words.code)?.messages.get(key) ?? [])
}

function checkHole(
  model: Model,
  uses: readonly { readonly hole: Expression; readonly roles: readonly string[] }[],
): readonly Diagnostic[] {
  const [use] = uses
  if (use === undefined) return []
  const { hole } = use
  const [fields, sets] = [fieldsIn(hole), setsIn(hole)]
  // Of a set only those know something who may read all of its entity.
  const isOfSome = (role: string): boolean => sets.some((entity) => !readsEach(model, entity, role))
  const roles = [...new Set(uses.flatMap((each) => each.roles))].filter(
    (role) => isOfSome(role) || fields.some(({ entity, field }) => !isFieldReadable(model, entity, field, role)),
  )
  const labels = roles.map((role) => model.roles.get(role)?.name.label ?? role)
  const ofSet = roles.some(isOfSome)
  const unread = fields.filter(({ entity, field }) =>
    roles.some((role) => !isFieldReadable(model, entity, field, role)),
  )
  const cause = causeOf(labels, [...(ofSet ? sets : []), ...unread.map(({ entity, field }) => `${entity}.${field}`)])
  return roles.length === 0 ? [] : [say.refusalMasked(hole.span, { roles: labels, value: hole.text, ofSet }, { cause })]
}
