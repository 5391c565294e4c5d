// Derives checks of point 5: a record that keeps each rule, one that breaks it, and those at its edge.
import type { Node } from '#shared/expressions/node.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import { brokenLimit } from '#shared/fields/value-limits.ts'
import type { Entity, Rule } from '#shared/model/model.ts'
import type { Phrase } from '#shared/text/phrase.ts'
import type { Check, Derivation } from './check.ts'
import { asCreated, bodyOf, mayBeSent, startOf } from './creation.ts'
import { NotDerived, valueOn } from './evaluate-on-world.ts'
import type { Reader } from './expected-permissions.ts'
import type { RecordCandidate } from './make-records.ts'
import { candidatesFor, isSound, makeRecord } from './make-records.ts'
import type { Plan } from './plan.ts'
import { apiPath, deriveFor, joinDerived, situationOf } from './plan.ts'
import { NO_WRITER, PEOPLE_ARE_INVITED } from './reasons.ts'
import { clash } from './unique-values.ts'
import type { GivenRecord } from './world.ts'
import { worldWith } from './world.ts'

export function deriveRules(plan: Plan): Derivation {
  return joinDerived(
    [...plan.model.entities.values()].flatMap((entity) =>
      entity.rules
        .filter(({ cite }) => cite.point === 5)
        .map((rule) => deriveFor(rule.cite, () => checksOf(plan, entity, rule))),
    ),
  )
}

interface Target {
  readonly plan: Plan
  readonly entity: Entity
  readonly rule: Rule
  readonly writer: Reader
}

function checksOf(plan: Plan, entity: Entity, rule: Rule): readonly Check[] {
  const { writer } = plan
  if (writer === undefined) throw new NotDerived(NO_WRITER)
  if (rule.transition !== undefined) throw new NotDerived(OF_A_TRANSITION)
  if (rule.warns) throw new NotDerived(ONLY_WARNS)
  if (entity.name.identifier === 'Person') throw new NotDerived(PEOPLE_ARE_INVITED)
  const target = { plan, entity, rule, writer }
  if (rule.must.kind === 'at most') return checksOfCount(target, rule.must)
  if (rule.must.kind !== 'hold') throw new NotDerived(NOT_TRIED, { kind: rule.must.kind })
  const { tree } = rule.must.condition
  const candidates = candidatesFor(plan.maker, entity, [tree], `rule ${rule.cite.line}`, startOf(entity)).filter(
    (each) => isSound(plan.maker, entity, each, rule),
  )
  const found = new Map<boolean, Check>()
  const atEdges: Check[] = []
  for (const candidate of candidates) {
    const made = checkOf(target, tree, candidate, {}, { says: NEW_RECORD })
    if (made !== undefined && !found.has(made.isBroken)) found.set(made.isBroken, made.check)
    if (atEdges.length === 0 && made?.isBroken === false) atEdges.push(...edges(target, tree, candidate))
  }
  if (found.size + atEdges.length === 0) throw new NotDerived(NO_RECORD_FOR_RULE)
  return [...found.values(), ...atEdges]
}

function checkOf(
  { plan, entity, rule, writer }: Target,
  tree: Node,
  { record, given }: RecordCandidate,
  changed: { readonly [field: string]: unknown },
  says: Phrase,
): { readonly check: Check; readonly isBroken: boolean } | undefined {
  const sent = { ...bodyOf(entity, record), ...changed }
  const world = worldWith(plan.maker.world, given)
  const created = asCreated(plan, { entity, reader: writer, world }, record, sent)
  const written = worldWith(world, [{ entity: entity.name.identifier, record: created }])
  const value = valueOn(situationOf(plan, writer, created, written), tree)
  // What is empty is not decided by comparisons.
  if (typeof value !== 'boolean') return undefined
  return { isBroken: !value, check: creation({ plan, entity, rule, writer }, { sent, given, isBroken: !value, says }) }
}

function creation(
  { entity, rule, writer }: Target,
  made: {
    readonly sent: { readonly [field: string]: unknown }
    readonly given: readonly GivenRecord[]
    readonly isBroken: boolean
    readonly says: Phrase
  },
): Check {
  const { sent, given, isBroken, says } = made
  const code = rule.otherwise.kind === 'code' ? rule.otherwise.code : undefined
  return {
    line: rule.cite,
    says: { says: isBroken ? RULE_BROKEN : RULE_KEPT, values: { rule: rule.name, how: says } },
    given,
    as: writer.person?.id ?? null,
    request: { method: 'POST', path: apiPath(entity), body: sent },
    expects: { kind: 'rule', code, on: rule.on, isBroken },
  }
}

/** Values just before, at and just after what a field is compared with. */
function edges(target: Target, tree: Node, candidate: RecordCandidate): readonly Check[] {
  return comparisonsIn(tree).flatMap(({ field, other, isSize }) => {
    const shape = target.entity.fields.get(field)
    if (shape === undefined || !mayBeSent(shape)) return []
    const { record, given } = candidate
    const world = worldWith(target.plan.maker.world, given)
    const bound = valueOn(situationOf(target.plan, target.writer, record, world), other)
    if (bound === null) return []
    const values = isSize
      ? [-1, 0, 1].map((by) => 'a'.repeat(Math.max(0, Number(bound) + by)))
      : around(convertToJson(bound, shape.valueType), shape.valueType)
    return values.flatMap((value) => {
      // What the field itself refuses says nothing of the rule.
      if (brokenLimit(value, shape) !== undefined) return []
      const made = checkOf(
        target,
        tree,
        candidate,
        { [field]: value },
        isSize
          ? { says: OF_LENGTH, values: { field, length: String(value).length } }
          : { says: OF_VALUE, values: { field, value: String(value) } },
      )
      return made === undefined ? [] : [made.check]
    })
  })
}

interface Comparison {
  readonly field: string
  readonly other: Node
  readonly isSize: boolean
}

function comparisonsIn(node: Node): readonly Comparison[] {
  const inner = childrenOf(node).flatMap(comparisonsIn)
  if (node.kind !== 'binary' || !['<', '<=', '>', '>='].includes(node.operator)) return inner
  const sides = [
    [node.left, node.right],
    [node.right, node.left],
  ] as const
  return [
    ...inner,
    ...sides.flatMap(([side, other]) => {
      const isSize = side.kind === 'call' && side.name === 'size'
      const own = isSize ? side.arguments[0] : side
      return own?.kind === 'field' && own.record.kind === 'this' ? [{ field: own.field, other, isSize }] : []
    }),
  ]
}

/** One step before, the value, one step after; in JSON form. */
function around(value: unknown, type: Node['type']): readonly unknown[] {
  const steps = [-1, 0, 1]
  switch (type.kind) {
    case 'integer':
      return steps.map((by) => Number(value) + by)
    case 'decimal':
      return steps.map((by) => (Number(value) + by * 10 ** -type.scale).toFixed(type.scale))
    case 'date':
      return steps.map((by) => new Date(Date.parse(String(value)) + by * 86_400_000).toISOString().slice(0, 10))
    case 'timestamp':
      return steps.map((by) => new Date(Date.parse(String(value)) + by * 1_000).toISOString())
    default:
      return []
  }
}

/** More records than this are not made for one rule. */
const MOST = 40

/** Creates the last one that is allowed, and one more. */
function checksOfCount(target: Target, must: Rule['must'] & { readonly kind: 'at most' }): readonly Check[] {
  const { plan, entity, rule } = target
  const { maker } = plan
  let tooMany: number | undefined
  const about = [...(must.where ? [must.where.tree] : []), ...conditionsOf(entity)]
  for (const candidate of candidatesFor(maker, entity, about, `rule ${rule.cite.line}`, startOf(entity))) {
    const { record } = candidate
    if (!isSound(maker, entity, candidate, rule) || !counts(target, must, record, candidate.given)) continue
    const most = countOf(target, must, candidate)
    if (most > MOST) tooMany = most
    if (most > MOST || most < 1) continue
    const same = Object.fromEntries([...must.per.map((field) => [field, record[field]]), ...statesOf(entity, record)])
    const others: GivenRecord[] = []
    for (let tries = 0; others.length < most && tries < 10 * most; tries++) {
      const made = makeRecord(maker, entity, same)
      if (made === undefined || !counts(target, must, made.record, [...candidate.given, ...made.given])) continue
      const more = [...made.given, { entity: entity.name.identifier, record: made.record }]
      const there = [...candidate.given, { entity: entity.name.identifier, record }, ...others, ...more]
      if (!clash(plan.model, worldWith(maker.world, there), more)) others.push(...more)
    }
    const sent = bodyOf(entity, record)
    const isAlready = maker.world
      .all(entity.name.identifier)
      .some((each) => must.per.every((field) => each[field] === record[field]) && counts(target, must, each, []))
    if (isAlready || others.filter((each) => each.entity === entity.name.identifier).length < most) continue
    const given = [...candidate.given, ...others]
    return [
      creation(target, { sent, given, isBroken: true, says: { says: RECORD_NUMBER, values: { number: most + 1 } } }),
      creation(target, {
        sent,
        given: given.slice(0, -1),
        isBroken: false,
        says: { says: RECORD_NUMBER, values: { number: most } },
      }),
    ]
  }
  throw tooMany === undefined ? new NotDerived(NONE_COUNT) : new NotDerived(TOO_MANY, { most: tooMany })
}

/** Lists the other conditions that a new record has to meet. */
function conditionsOf({ rules }: Entity): readonly Node[] {
  return rules.flatMap(({ must, transition }) =>
    must.kind === 'hold' && transition === undefined ? [must.condition.tree] : [],
  )
}

function statesOf(entity: Entity, record: RecordValue): readonly (readonly [string, unknown])[] {
  return [...entity.workflows.keys()].map((field) => [field, record[field]] as const)
}

/** The number that the rule allows beside this record; 0 where that is not known. */
function countOf(
  { plan, entity, writer }: Target,
  { count }: Rule['must'] & { readonly kind: 'at most' },
  { record, given }: RecordCandidate,
): number {
  const world = worldWith(plan.maker.world, [...given, { entity: entity.name.identifier, record }])
  return Number(valueOn(situationOf(plan, writer, record, world), count.tree) ?? 0)
}

function counts(
  { plan, entity, writer }: Target,
  { where }: Rule['must'] & { readonly kind: 'at most' },
  record: RecordValue,
  given: readonly GivenRecord[],
): boolean {
  if (where === undefined) return true
  const world = worldWith(plan.maker.world, [...given, { entity: entity.name.identifier, record }])
  return valueOn(situationOf(plan, writer, record, world), where.tree) === true
}

const OF_A_TRANSITION = { en: 'it belongs to a transition', de: 'sie gehört zu einem Übergang' }
const ONLY_WARNS = { en: 'it only warns', de: 'sie warnt nur' }
const NOT_TRIED = { en: '“{kind}” is not tried by verify', de: '„{kind}“ wird im Nachweis nicht versucht' }
const NO_RECORD_FOR_RULE = {
  en: 'no record could be made that only this rule decides about',
  de: 'kein Eintrag, über den nur diese Regel entscheidet, ließ sich anlegen',
}
const TOO_MANY = {
  en: 'it allows {most} records, more than verify makes',
  de: 'sie erlaubt {most} Einträge, mehr als im Nachweis angelegt werden',
}
const NONE_COUNT = {
  en: 'no records could be made that count',
  de: 'keine Einträge, die zählen, ließen sich anlegen',
}
const NEW_RECORD = { en: 'a new record', de: 'ein neuer Eintrag' }
const RULE_BROKEN = { en: '{rule}, {how}: refused', de: '{rule}, {how}: abgelehnt' }
const RULE_KEPT = { en: '{rule}, {how}: taken', de: '{rule}, {how}: angenommen' }
const OF_LENGTH = { en: '{field} of {length} characters', de: '{field} mit {length} Zeichen' }
const OF_VALUE = { en: '{field} = {value}', de: '{field} = {value}' }
const RECORD_NUMBER = { en: 'record number {number}', de: 'Eintrag Nummer {number}' }
