// Compares two documents: lists the grants, transitions, roles and sign-up that the newer one widens.
import type { Expression, Node } from '#shared/expressions/node.ts'
import type { Entity, Grant, Model, Grantee, Verb } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { languageOf } from '#shared/text/language.ts'
import type { WidenedWords } from './widened-words.ts'
import { WIDENED_WORDS } from './widened-words.ts'

/** Begins the verb of those who may create a record by a transition, whose name follows. */
const CREATE_BY = 'create by '

/** One thing that somebody may do, or that an `except` takes from them. */
interface Permission {
  readonly entity: Entity
  readonly who: Grantee
  /** A verb of point 6, or the name of a transition. */
  readonly verb: string
  /** A transition, as people call it. */
  readonly called?: string
  /** The state that a transition leads from; absent: any. */
  readonly from?: string
  readonly where?: Expression
  readonly fields: readonly string[]
}

/** Sentences without "now" and full stop, in the language of the newer document: "anyone may read Task". An edit that changes a condition is reported with the new one. */
export function widenedGrants(before: Model, after: Model): readonly string[] {
  const permitted = permissionsOf(before, false)
  const found = permissionsOf(after, false).flatMap((each) => {
    const fields = uncovered(before, permitted, each)
    return fields === undefined ? [] : [{ ...each, fields }]
  })
  const takenNow = permissionsOf(after, true)
  const taken = permissionsOf(before, true).flatMap((each) => {
    const fields = uncovered(after, takenNow, each)
    const isLeft = permissionsOf(after, false).some((one) => isSame(one, each))
    return fields === undefined || !isLeft ? [] : [{ ...each, fields }]
  })
  const words = WIDENED_WORDS[languageOf(after.settings.language)]
  return [
    ...say(found, words, words.may),
    ...say(taken, words, words.notKept),
    ...widenedGiving(before, after, words),
    ...widenedSignUp(before, after, words),
  ]
}

function permissionsOf(model: Model, except: boolean): readonly Permission[] {
  return [...model.entities.values()].flatMap((entity) => [
    ...entity.grants.filter((grant) => grant.except === except).flatMap((grant) => grantedBy(entity, grant)),
    ...(except ? [] : transitionsOf(entity)),
  ])
}

function grantedBy(entity: Entity, { who, may, createBy = [], where, fields }: Grant): readonly Permission[] {
  const verbs = [...may, ...createBy.map((step) => `${CREATE_BY}${step}`)]
  return verbs.map((verb) => ({ entity, who, verb, fields, ...(where ? { where } : {}) }))
}

function transitionsOf(entity: Entity): readonly Permission[] {
  return [...entity.transitions.values()].flatMap(({ name, rows }) =>
    rows.flatMap(({ from, who, when }) =>
      (typeof from === 'string' ? [undefined] : from).flatMap((state) =>
        who.map((each) => ({
          entity,
          who: each,
          verb: name.identifier,
          fields: [],
          called: labelFor(name.label),
          ...(state === undefined ? {} : { from: state }),
          ...(when ? { where: when } : {}),
        })),
      ),
    ),
  )
}

/** The fields that none of the others cover; undefined: the others cover it whole. New fields of an entity widen nothing by themselves. */
function uncovered(model: Model, others: readonly Permission[], one: Permission): readonly string[] | undefined {
  const known = model.entities.get(one.entity.name.identifier)
  const covering = others.filter(
    (other) =>
      (isSame(other, one) || isPlainWay(other, one)) &&
      covers(model, other.who, one.who) &&
      isWider(other.where, one.where) &&
      (other.from === undefined || other.from === one.from),
  )
  if (known === undefined || covering.length === 0) return one.fields
  const left = one.fields.filter(
    (field) => known.fields.has(field) && !covering.some((other) => other.fields.includes(field)),
  )
  return left.length === 0 ? undefined : left
}

/** Does the former condition hold wherever the latter does? Parts joined by `and` narrow it; a condition in other words counts as another. */
function isWider(wide: Expression | undefined, narrow: Expression | undefined): boolean {
  if (wide === undefined) return true
  const parts = new Set(narrow && conjunctsOf(narrow.tree))
  return conjunctsOf(wide.tree).every((part) => parts.has(part))
}

/** Lists the parts that are joined by `and`, each as text that does not say where it stands. */
function conjunctsOf(node: Node): readonly string[] {
  return node.kind === 'binary' && node.operator === 'and'
    ? [...conjunctsOf(node.left), ...conjunctsOf(node.right)]
    : [JSON.stringify(node, (key, value: unknown) => (key === 'span' ? undefined : value))]
}

/** The plain way includes each step: one who may create plainly gains nothing by a step. */
function isPlainWay(other: Permission, one: Permission): boolean {
  return (
    other.verb === 'create' && isSame(other, { ...one, verb: one.verb.startsWith(CREATE_BY) ? 'create' : one.verb })
  )
}

function isSame(one: Permission, other: Permission): boolean {
  return one.verb === other.verb && one.entity.name.identifier === other.entity.name.identifier
}

/** Does `wide` mean everybody that `narrow` means? */
function covers(model: Model, wide: Grantee, narrow: Grantee): boolean {
  if (wide.kind === 'anyone' || narrow.kind === 'anyone') return wide.kind === 'anyone'
  if (wide.kind === 'everyone') return true
  if (wide.kind === 'role' && narrow.kind === 'role')
    return wide.role === narrow.role || model.roles.get(narrow.role)?.includes.includes(wide.role) === true
  return wide.kind === 'condition' && narrow.kind === 'condition' && wide.condition.text === narrow.condition.text
}

/** Verbs, and states that a transition leads from, stand in one sentence where all else is the same. */
function say(
  permissions: readonly Permission[],
  words: WidenedWords,
  sentence: (who: string, what: string) => string,
): readonly string[] {
  const alike = Map.groupBy(permissions, ({ entity, who, where, fields, from, verb }) =>
    JSON.stringify([entity.name.identifier, sayWho(who, words), where?.text, fields, from === undefined ? '' : verb]),
  )
  const sayVerb = ({ verb, called }: Permission): string => {
    if (called !== undefined) return words.quote(called)
    if (verb.startsWith(CREATE_BY)) return words.createBy(verb.slice(CREATE_BY.length))
    return words.verbs[verb as Verb]
  }
  return [...alike.values()].flatMap((all) => {
    const [first] = all
    if (first === undefined) return []
    const { entity, who, where, fields } = first
    const own = [...entity.fields.values()].filter(({ standard }) => !standard).map(({ name }) => name.identifier)
    const ownGiven = fields.filter((field) => own.includes(field))
    const given = ownGiven.length > 0 ? ownGiven : fields
    const isPart = given.length > 0 && ownGiven.length < own.length
    const what = words.what({
      verbs: [...new Set(all.map(sayVerb))].join(', '),
      entity: entity.name.identifier,
      fields: isPart ? `(${given.join(', ')})` : '',
      states: [...new Set(all.flatMap(({ from }) => (from === undefined ? [] : words.quote(labelFor(from)))))].join(
        ', ',
      ),
      condition: where?.text ?? '',
    })
    return sentence(sayWho(who, words), what)
  })
}

function sayWho(who: Grantee, words: WidenedWords): string {
  switch (who.kind) {
    case 'anyone':
    case 'everyone':
      return words[who.kind]
    case 'role':
      return who.role
    case 'condition':
      return words.thoseWho(who.condition.text)
  }
}

/** The roles that a role includes come with it, and those that it may give. */
function widenedGiving(before: Model, after: Model, words: WidenedWords): readonly string[] {
  const more = (now: readonly string[], then: readonly string[]) => now.filter((role) => !then.includes(role))
  return [...after.roles].flatMap(([role, { includes }]) => {
    const former = before.roles.get(role)
    const included = former === undefined ? [] : more(includes, former.includes)
    const given = more(after.accountPolicy.mayGive.get(role) ?? [], before.accountPolicy.mayGive.get(role) ?? [])
    return [
      ...(included.length === 0 ? [] : [words.includes(role, included.join(', '))]),
      ...(given.length === 0 ? [] : [words.gives(role, given.join(', '))]),
    ]
  })
}

function widenedSignUp(
  { accountPolicy: before }: Model,
  { accountPolicy: after }: Model,
  words: WidenedWords,
): readonly string[] {
  const { signUp: now } = after
  const { signUp: then } = before
  const isData = after.administratorsReadData && !before.administratorsReadData
  return [
    ...(now.kind === 'open' && (then.kind !== 'open' || now.as.some((role) => !then.as.includes(role)))
      ? [words.signUp(now.as.join(', '))]
      : []),
    ...(now.kind === 'by invitation' && then.kind === 'closed' ? [words.invited] : []),
    ...(isData ? [words.administrators] : []),
  ]
}
