// Derives checks of point 5: a record that keeps each rule, one that breaks it, and those at its edge.
import type { Node } from '#shared/expressions/node.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { Entity, Rule } from '#shared/model/model.ts'
import type { Check, Derivation } from './check.ts'
import { asCreated, bodyOf, mayBeSent, startOf } from './creation.ts'
import { NotDerived, valueOn } from './evaluate-on-world.ts'
import type { Reader } from './expected-permissions.ts'
import type { RecordCandidate } from './make-records.ts'
import { candidatesFor, isSound, makeRecord } from './make-records.ts'
import type { Plan } from './plan.ts'
import { apiPath, deriveFor, joinDerived, situationOf } from './plan.ts'
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
  if (writer === undefined) throw new NotDerived('nobody may write all fields: administrators have no data')
  if (rule.transition !== undefined) throw new NotDerived('it belongs to a transition')
  if (rule.warns) throw new NotDerived('it only warns')
  if (entity.name.identifier === 'Person') throw new NotDerived('people are invited, and not created by verify')
  const target = { plan, entity, rule, writer }
  if (rule.must.kind === 'at most') return checksOfCount(target, rule.must)
  if (rule.must.kind !== 'hold') throw new NotDerived(`“${rule.must.kind}” is not tried by verify`)
  const { tree } = rule.must.condition
  const candidates = candidatesFor(plan.maker, entity, [tree], `rule ${rule.cite.line}`, startOf(entity)).filter(
    (each) => isSound(plan.maker, entity, each, rule),
  )
  const found = new Map<boolean, Check>()
  const atEdges: Check[] = []
  for (const candidate of candidates) {
    const made = checkOf(target, tree, candidate, {}, 'a new record')
    if (made !== undefined && !found.has(made.isBroken)) found.set(made.isBroken, made.check)
    if (atEdges.length === 0 && made?.isBroken === false) atEdges.push(...edges(target, tree, candidate))
  }
  if (found.size + atEdges.length === 0)
    throw new NotDerived('no record could be made that only this rule decides about')
  return [...found.values(), ...atEdges]
}

function checkOf(
  { plan, entity, rule, writer }: Target,
  tree: Node,
  { record, given }: RecordCandidate,
  changed: { readonly [field: string]: unknown },
  says: string,
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
    readonly says: string
  },
): Check {
  const { sent, given, isBroken, says } = made
  const code = rule.otherwise.kind === 'code' ? rule.otherwise.code : undefined
  return {
    line: rule.cite,
    says: `${rule.name}, ${says}: ${isBroken ? 'refused' : 'taken'}`,
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
      const made = checkOf(
        target,
        tree,
        candidate,
        { [field]: value },
        `${field} ${isSize ? `of ${String(value).length} characters` : `= ${String(value)}`}`,
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
  const { plan, entity, rule, writer } = target
  const most = Number(valueOn(situationOf(plan, writer, undefined, plan.maker.world), must.count.tree))
  if (most > MOST) throw new NotDerived(`it allows ${most} records, more than verify makes`)
  const about = must.where ? [must.where.tree] : []
  for (const candidate of candidatesFor(plan.maker, entity, about, `rule ${rule.cite.line}`, startOf(entity))) {
    const { record } = candidate
    if (!counts(target, must, record, candidate.given)) continue
    const same = Object.fromEntries([...must.per.map((field) => [field, record[field]]), ...statesOf(entity, record)])
    const others: GivenRecord[] = []
    for (let tries = 0; others.length < most && tries < 10 * most; tries++) {
      const made = makeRecord(plan.maker, entity, same)
      if (made === undefined || !counts(target, must, made.record, [...candidate.given, ...made.given])) continue
      others.push(...made.given, { entity: entity.name.identifier, record: made.record })
    }
    const sent = bodyOf(entity, record)
    const isAlready = plan.maker.world
      .all(entity.name.identifier)
      .some((each) => must.per.every((field) => each[field] === record[field]) && counts(target, must, each, []))
    if (isAlready || others.filter((each) => each.entity === entity.name.identifier).length < most) continue
    const given = [...candidate.given, ...others]
    return [
      creation(target, { sent, given, isBroken: true, says: `the ${most + 1}th` }),
      creation(target, { sent, given: given.slice(0, -1), isBroken: false, says: `the ${most}th` }),
    ]
  }
  throw new NotDerived('no records could be made that count')
}

function statesOf(entity: Entity, record: RecordValue): readonly (readonly [string, unknown])[] {
  return [...entity.workflows.keys()].map((field) => [field, record[field]] as const)
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
