// Makes records in memory as a document describes them, many that differ in what conditions read.
import type { Node } from '#shared/expressions/node.ts'
import { someNode } from '#shared/expressions/walk.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { isSequence } from '#shared/fields/sequence.ts'
import { isEmptyValue, isMany } from '#shared/fields/coerce-value.ts'
import type { Entity, Field, Model, Rule } from '#shared/model/model.ts'
import { holdsOn, isUnknownOn, NotDerived, valueOn } from './evaluate-on-world.ts'
import { validValue } from './valid-values.ts'
import { clash } from './unique-values.ts'
import type { GivenRecord } from './world.ts'
import { Records, worldWith } from './world.ts'

export interface RecordCandidate {
  readonly record: RecordValue
  /** The record itself last, and before it others that have to be there with it. */
  readonly given: readonly GivenRecord[]
}

export interface Maker {
  readonly model: Model
  readonly world: Records
  readonly now: string
  readonly nextId: () => string
  /** A whole number below this one; the same in every run. */
  readonly random: (below: number) => number
  /** Counts what was made, so that each has values of its own. */
  count: number
  readonly candidates: Map<string, readonly RecordCandidate[]>
}

const DEEPEST = 3

/** Makes a record with all that is required, and those that it points to where there are none yet. */
export function makeRecord(
  maker: Maker,
  entity: Entity,
  wanted: { readonly [field: string]: unknown } = {},
  depth = 0,
): RecordCandidate | undefined {
  maker.count += 1
  const number = maker.count
  const given: GivenRecord[] = []
  const record: { [field: string]: unknown } = { id: maker.nextId(), ...standardFields(maker) }
  for (const [name, field] of entity.fields) {
    if (field.standard || field.computed !== undefined) continue
    if (Object.hasOwn(wanted, name)) record[name] = wanted[name]
    else if (field.type.kind === 'relation') {
      const target = relationFor(maker, field, given, depth)
      if (target === undefined && field.required === true) return undefined
      record[name] = field.type.many ? [] : (target ?? null)
    } else if (field.workflow) record[name] = entity.workflows.get(name)?.states[number % statesOf(entity, name)]?.word
    else record[name] = valueFor(maker, field, number)
  }
  chooseRelations(maker, entity, record as ChangingRecord, { given, depth, wanted })
  return { record: complete(maker, entity, record as RecordValue), given }
}

type ChangingRecord = RecordValue & { [field: string]: unknown }

/** Puts another record in place of one that the field may not refer to, if one that it may can be found or made. */
function chooseRelations(
  maker: Maker,
  entity: Entity,
  record: ChangingRecord,
  about: {
    readonly given: GivenRecord[]
    readonly depth: number
    readonly wanted: { readonly [field: string]: unknown }
  },
): void {
  const { given, depth, wanted } = about
  for (const [name, { type, chooseFrom }] of entity.fields) {
    const target = type.kind === 'relation' && !type.many ? maker.model.entities.get(type.entity) : undefined
    if (!target || !chooseFrom || isEmptyValue(record[name], type) || Object.hasOwn(wanted, name)) continue
    const of = target.name.identifier
    const mayBe = (id: string, more: readonly GivenRecord[]): boolean => {
      const world = worldWith(maker.world, [...given, ...more])
      return holdsOrUnsaid({ ...maker, world, this: { ...record, [name]: id }, me: null }, chooseFrom.tree)
    }
    if (mayBe(String(record[name]), [])) continue
    const known = worldWith(maker.world, given)
      .all(of)
      .filter(({ id }) => mayBe(id, []))
    const found = known[maker.random(Math.max(1, known.length))]
    if (found !== undefined) record[name] = found.id
    for (let tries = 0; found === undefined && depth < DEEPEST && tries < CHOICE_TRIES; tries++) {
      const made = makeRecord(maker, target, {}, depth + 1)
      if (made === undefined) break
      const more = [...made.given, { entity: of, record: made.record }]
      if (!mayBe(made.record.id, more)) continue
      given.push(...more)
      record[name] = made.record.id
      break
    }
  }
}

const CHOICE_TRIES = 15

/** Reports whether the condition is true; what is not evaluated here counts as held. */
function holdsOrUnsaid(situation: Parameters<typeof holdsOn>[0], node: Node): boolean {
  try {
    return holdsOn(situation, node)
  } catch (error) {
    if (error instanceof NotDerived) return true
    throw error
  }
}

function statesOf(entity: Entity, field: string): number {
  return entity.workflows.get(field)?.states.length ?? 1
}

function standardFields({ now }: Maker): { readonly [field: string]: unknown } {
  return { _version: 1, created_at: now, updated_at: now, created_by: null, updated_by: null }
}

function valueFor(maker: Maker, field: Field, number: number): unknown {
  const { type } = field
  if (isSequence(type)) return type.pattern === undefined ? 900_000 + number : `V-${900_000 + number}`
  const isFilled = field.required !== false || field.limits.unique !== undefined || maker.random(3) !== 0
  const { kind } = field.valueType
  // Of few values each is drawn for itself: else two fields would always change together.
  const isOfFew = kind === 'choice' || kind === 'boolean'
  const made = isFilled ? validValue(field, isOfFew ? maker.random(1_000) : number, maker.now) : undefined
  return made ?? (isMany(field) ? [] : null)
}

function relationFor(maker: Maker, field: Field, given: GivenRecord[], depth: number): string | undefined {
  if (field.type.kind !== 'relation') return undefined
  const target = maker.model.entities.get(field.type.entity)
  const known = worldWith(maker.world, given).all(field.type.entity)
  const isAlone = field.limits.unique !== undefined
  if (known.length > 0 && !isAlone && (field.required !== false || maker.random(4) > 0))
    return known[maker.random(known.length)]?.id
  if (field.required === false || target === undefined || depth >= DEEPEST) return undefined
  const made = makeRecord(maker, target, {}, depth + 1)
  if (made === undefined) return undefined
  given.push(...made.given, { entity: field.type.entity, record: made.record })
  return made.record.id
}

/** Computed fields that are kept have a column, which has their value. */
function complete(maker: Maker, entity: Entity, record: RecordValue): RecordValue {
  const values: { [field: string]: unknown } = {}
  for (const [name, { computed, valueType }] of entity.fields) {
    if (computed === undefined) continue
    const here = { ...maker, this: { ...record, ...values }, me: null }
    try {
      values[name] = convertToJson(valueOn(here, computed.expression.tree), valueType)
    } catch (error) {
      if (!(error instanceof NotDerived)) throw error
      values[name] = null
    }
  }
  return { ...record, ...values }
}

/** Puts some records of each entity into the world, in every state, with their relations spread over all people. */
export function fillWorld(maker: Maker, perEntity: number): readonly GivenRecord[] {
  const all: GivenRecord[] = []
  for (const entity of maker.model.entities.values()) {
    if (entity.name.identifier === 'Person') continue
    for (let at = 0; at < (entity.onlyOne ? 1 : perEntity); at++) {
      const found = makeSound(maker, entity)
      if (found === undefined) break
      for (const each of [...found.given, { entity: entity.name.identifier, record: found.record }]) {
        maker.world.put(each)
        all.push(each)
      }
    }
  }
  return all
}

const SOUND_TRIES = 20

/** Makes a record that the rules allow, where one comes to be found; its unique values are its own in any case. */
function makeSound(maker: Maker, entity: Entity): RecordCandidate | undefined {
  let last: RecordCandidate | undefined
  for (let tries = 0; tries < SOUND_TRIES; tries++) {
    const made = makeFree(maker, entity)
    if (made === undefined) return last
    if (clashes(maker, entity, made)) continue
    last = made
    if (isSound(maker, entity, made)) return made
  }
  return last
}

/** Makes a record whose unique values are its own: where those are all taken, it points to new records. */
function makeFree(
  maker: Maker,
  entity: Entity,
  fixed: { readonly [field: string]: unknown } = {},
): RecordCandidate | undefined {
  const made = makeRecord(maker, entity, fixed)
  if (made === undefined || !clashes(maker, entity, made)) return made
  const world = new Records()
  for (const { name, onlyOne } of maker.model.entities.values())
    if (onlyOne || name.identifier === 'Person')
      for (const record of maker.world.all(name.identifier)) world.put({ entity: name.identifier, record })
  const apart = { ...maker, world }
  const other = makeRecord(apart, entity, fixed)
  maker.count = apart.count
  return other ?? made
}

function clashes(maker: Maker, entity: Entity, { record, given }: RecordCandidate): boolean {
  const all = [...given, { entity: entity.name.identifier, record }]
  return clash(maker.model, worldWith(maker.world, all), all)
}

/** Does it hold what is required of it, and its rules but for one? What is not evaluated here counts as held. */
export function isSound(maker: Maker, entity: Entity, { record, given }: RecordCandidate, except?: Rule): boolean {
  const world = worldWith(maker.world, [...given, { entity: entity.name.identifier, record }])
  const here = { ...maker, world, this: record, old: record, me: null }
  const holds = (node: Node): boolean => holdsOrUnsaid(here, node)
  // A rule refuses what breaks it, and not what it can't decide about.
  const passes = (node: Node): boolean => holds(node) || isUnknownOn(here, node)
  const missing = [...entity.fields.values()].some(
    ({ name, type, required, computed }) =>
      computed === undefined &&
      isEmptyValue(record[name.identifier], type) &&
      (required === true || (typeof required === 'object' && holds(required.tree))),
  )
  return (
    !missing &&
    entity.rules.every((rule) => {
      const { must, transition, warns } = rule
      return rule === except || must.kind !== 'hold' || transition !== undefined || warns || passes(must.condition.tree)
    }) &&
    [...entity.fields.values()].every(
      ({ name, type, chooseFrom }) =>
        !chooseFrom || isEmptyValue(record[name.identifier], type) || holds(chooseFrom.tree),
    )
  )
}

/** Records of an entity that are looked at for one question. */
const CANDIDATES = 60

/**
 * Makes records whose fields differ in what the conditions read, those first that the rules allow. The same question gets
 * the same records: each check has them for itself.
 */
export function candidatesFor(
  maker: Maker,
  entity: Entity,
  about: readonly Node[],
  question: string,
  fixed: { readonly [field: string]: unknown } = {},
): readonly RecordCandidate[] {
  const key = `${entity.name.identifier} ${question} ${JSON.stringify(fixed)}`
  const known = maker.candidates.get(key)
  if (known !== undefined) return known
  const all: RecordCandidate[] = []
  for (let tries = 0; tries < CANDIDATES; tries++) {
    const made = makeFree(maker, entity, fixed)
    if (made === undefined) break
    const candidate = tries % 4 === 0 ? made : changeAtRandom(maker, entity, made, about, fixed)
    if (!clashes(maker, entity, candidate)) all.push(candidate)
  }
  const sound = all.filter((each) => isSound(maker, entity, each))
  const candidates = [...sound, ...all.filter((each) => !sound.includes(each))]
  maker.candidates.set(key, candidates)
  return candidates
}

function changeAtRandom(
  maker: Maker,
  entity: Entity,
  { record, given }: RecordCandidate,
  about: readonly Node[],
  fixed: { readonly [field: string]: unknown },
): RecordCandidate {
  const name = entity.name.identifier
  const values: { [field: string]: unknown } = {}
  const more: GivenRecord[] = [...given]
  for (const field of entity.fields.values()) {
    const key = field.name.identifier
    if (field.computed || Object.hasOwn(fixed, key) || (field.standard && field.type.kind !== 'relation')) continue
    if (key === 'id' || !about.some((node) => readsField(node, name, key)) || maker.random(3) === 0) continue
    values[key] = randomValue(maker, field, about, more)
  }
  // Lines and other records that point to it.
  for (const [, { entity: of, field }] of entity.reverses) {
    const other = maker.model.entities.get(of)
    if (other === undefined || !about.some((node) => readsReverse(node, of, field)) || maker.random(2) === 0) continue
    const child = makeRecord(maker, other, { [field]: record.id }, 1)
    if (child === undefined) continue
    const changed = maker.random(2) === 0 ? child : changeAtRandom(maker, other, child, about, { [field]: record.id })
    more.push(...changed.given, { entity: of, record: changed.record })
  }
  return { record: complete(maker, entity, { ...record, ...values }), given: more }
}

function readsField(node: Node, entity: string, field: string): boolean {
  return someNode(node, (each) => each.kind === 'field' && each.entity === entity && each.field === field)
}

function readsReverse(node: Node, entity: string, field: string): boolean {
  return someNode(node, (each) => each.kind === 'reverse' && each.entity === entity && each.field === field)
}

function randomValue(maker: Maker, field: Field, about: readonly Node[], more: GivenRecord[]): unknown {
  const { type } = field
  const empty = isMany(field) ? [] : null
  if (field.required !== true && maker.random(4) === 0) return empty
  if (type.kind === 'relation') {
    const target = maker.model.entities.get(type.entity)
    // A record of its own may be changed, too: the condition walks on to it.
    if (target && type.entity !== 'Person' && maker.random(2) === 0) {
      const made = makeRecord(maker, target, {}, 1)
      if (made !== undefined) {
        const changed = changeAtRandom(maker, target, made, about, {})
        more.push(...changed.given, { entity: type.entity, record: changed.record })
        return type.many ? [changed.record.id] : changed.record.id
      }
    }
    const known = maker.world.all(type.entity)
    const id = known[maker.random(known.length)]?.id
    return type.many ? (id === undefined ? [] : [id]) : (id ?? null)
  }
  if (field.valueType.kind === 'timestamp') return around(maker).toISOString()
  if (field.valueType.kind === 'date') return around(maker).toISOString().slice(0, 10)
  return validValue(field, maker.random(1_000_000), maker.now) ?? empty
}

function around(maker: Maker): Date {
  const hours = [1, 24, 24 * 7, 24 * 30, 24 * 400]
  const sign = maker.random(2) === 0 ? 1 : -1
  return new Date(Date.parse(maker.now) + sign * (1 + maker.random(hours[maker.random(5)] ?? 1)) * 3_600_000)
}
