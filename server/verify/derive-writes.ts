// Derives checks of what people write by point 6: creating, changing and deleting on each side of every line.
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { someNode } from '#shared/expressions/walk.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field, Grant, Verb } from '#shared/model/model.ts'
import type { InLanguages } from '#shared/text/language.ts'
import type { Phrase } from '#shared/text/phrase.ts'
import type { Check, Derivation, Expectation } from './check.ts'
import { asCreated, bodyOf, mayBeSent, startOf } from './creation.ts'
import type { Situation } from './evaluate-on-world.ts'
import { isUnknownOn, NotDerived } from './evaluate-on-world.ts'
import type { Reader, WriteOutcome } from './expected-permissions.ts'
import { conditionsOf, hasAll, matches, outcomeOfWrite, readableOf } from './expected-permissions.ts'
import type { RecordCandidate } from './make-records.ts'
import { candidatesFor } from './make-records.ts'
import type { Plan } from './plan.ts'
import { apiPath, deriveFor, joinDerived, situationOf } from './plan.ts'
import { PEOPLE_ARE_INVITED } from './reasons.ts'
import { clash } from './unique-values.ts'
import { validValue } from './valid-values.ts'
import type { World } from './world.ts'
import { worldWith } from './world.ts'

export function deriveWrites(plan: Plan): Derivation {
  return joinDerived(
    [...plan.model.entities.values()].flatMap((entity) =>
      entity.grants.flatMap((grant) =>
        (['create', 'update', 'delete'] as const)
          .filter((verb) => grant.may.includes(verb))
          .flatMap((verb) =>
            plan.kinds.map((reader) => deriveFor(grant.cite, () => checksOf(plan, { entity, grant, verb, reader }))),
          ),
      ),
    ),
  )
}

interface Question {
  readonly entity: Entity
  readonly grant: Grant
  readonly verb: Verb & ('create' | 'update' | 'delete')
  readonly reader: Reader
}

function checksOf(plan: Plan, asked: Question): readonly Check[] {
  const { entity, verb } = asked
  // Accounts have rules of their own beside the grants.
  if (entity.name.identifier === 'Person' && verb !== 'update') throw new NotDerived(PEOPLE_ARE_INVITED)
  const about = conditionsOf(entity, ['read', verb])
  const fixed = verb === 'create' ? startOf(entity) : {}
  const found = new Map<string, Check>()
  const candidates = candidatesFor(plan.maker, entity, about, verb, fixed)
  const decisive = verb === 'update' ? decisiveValues(entity, about, candidates) : []
  for (const candidate of candidates)
    for (const { check, side } of verb === 'create'
      ? creations(plan, asked, candidate)
      : changes(plan, asked, candidate, decisive))
      if (!found.has(side)) found.set(side, check)
  return [...found.values()]
}

interface DecisiveField {
  readonly name: string
  readonly values: readonly unknown[]
}

/** Fields that conditions read, with what they are in some record: to write one may change what one may write. */
function decisiveValues(
  entity: Entity,
  about: readonly Node[],
  candidates: readonly RecordCandidate[],
): readonly DecisiveField[] {
  return [...entity.fields.values()]
    .filter((field) => mayBeSent(field) && isOpen(field) && about.some((node) => readsField(node, entity, field)))
    .map(({ name: { identifier: name }, type }) => {
      const known = new Map(
        candidates.map(({ record, given }) => [JSON.stringify(record[name] ?? null), { record, given }]),
      )
      // What was made for another record is not there with this one.
      const values = [...known.values()].flatMap(({ record, given }) =>
        type.kind === 'relation' && given.some((each) => each.record.id === record[name]) ? [] : [record[name] ?? null],
      )
      return { name, values: values.slice(0, MOST_VALUES) }
    })
}

const MOST_VALUES = 8

function readsField(node: Node, entity: Entity, { name }: Field): boolean {
  return someNode(
    node,
    (each) => each.kind === 'field' && each.entity === entity.name.identifier && each.field === name.identifier,
  )
}

interface WriteCase {
  readonly check: Check
  readonly side: string
}

function creations(plan: Plan, asked: Question, { record, given }: RecordCandidate): readonly WriteCase[] {
  const { entity, grant, reader } = asked
  const all = hasAll(plan.model, reader)
  const world = worldWith(plan.maker.world, given)
  const make = (values: RecordValue): WriteCase => {
    const sent = bodyOf(entity, values, ({ name }) => all || grant.fields.includes(name.identifier))
    const created = asCreated(plan, { entity, reader, world }, values, sent)
    const here = situationOf(
      plan,
      reader,
      created,
      worldWith(world, [{ entity: entity.name.identifier, record: created }]),
    )
    const outcome = outcomeOfWrite([here], reader, entity, 'create', Object.keys(sent))
    return {
      side: outcome,
      check: {
        line: grant.cite,
        says: {
          says: WRITING,
          values: { what: sayWrite('create', entity), reader: reader.said, outcome: { says: OUTCOMES[outcome] } },
        },
        given,
        as: reader.person?.id ?? null,
        request: { method: 'POST', path: apiPath(entity), body: sent },
        expects: expectationOf(outcome, true),
      },
    }
  }
  const pointing = hiddenTargets(plan, asked, world)
    .filter(({ name }) => all || grant.fields.includes(name))
    .flatMap(({ name, id }) => pointingTo(make({ ...record, [name]: id }), asked, name))
  return [make(record), ...pointing]
}

interface HiddenTarget {
  /** A relation. */
  readonly name: string
  /** Id of a record that the reader may not read. */
  readonly id: string
}

function hiddenTargets(plan: Plan, { entity, reader }: Question, world: World): readonly HiddenTarget[] {
  return [...entity.fields.values()].flatMap((field) => {
    const { type, name } = field
    const target = type.kind === 'relation' && !type.many ? plan.model.entities.get(type.entity) : undefined
    if (target === undefined || !mayBeSent(field) || !isOpen(field)) return []
    const hidden = world
      .all(target.name.identifier)
      .find((other) => readableOf(situationOf(plan, reader, other, world), reader, target) === undefined)
    return hidden === undefined ? [] : [{ name: name.identifier, id: hidden.id }]
  })
}

/** Expects a refusal at the field, because of what it points to, where it would be done otherwise. */
function pointingTo({ check, side }: WriteCase, { entity, reader }: Question, field: string): readonly WriteCase[] {
  if (check.expects.kind !== 'done') return []
  return [
    {
      side: `${side} ${field} to what is hidden`,
      check: {
        ...check,
        says: { says: POINTING, values: { field, entity: entity.name.label, reader: reader.said } },
        expects: { kind: 'field', field, isWrong: true },
      },
    },
  ]
}

function changes(
  plan: Plan,
  asked: Question,
  { record, given }: RecordCandidate,
  decisive: readonly DecisiveField[],
): readonly WriteCase[] {
  const { entity, verb, grant, reader } = asked
  const all = [...given, { entity: entity.name.identifier, record }]
  const world = worldWith(plan.maker.world, all)
  const before = situationOf(plan, reader, record, world)
  const isReadable = readableOf(before, reader, entity) !== undefined
  const make = (
    fields: readonly string[],
    body: { readonly [name: string]: unknown } | undefined,
  ): readonly WriteCase[] => {
    const after = { ...record, ...body }
    const written = worldWith(world, [{ entity: entity.name.identifier, record: after }])
    const later = { ...before, this: after, world: written }
    const outcomes = [[before], [later], [before, later]].map((situations) =>
      outcomeOfWrite(situations, reader, entity, verb, fields),
    )
    const outcome = outcomes[verb === 'update' ? 2 : 0] ?? 'not granted'
    const lines = [grant, ...entity.grants.filter((each) => each.except && each.may.includes(verb))]
    const met = lines.flatMap((line) => [before, later].map((here) => meets(here, reader, line))).join('')
    const path = apiPath(entity, record.id)
    const request = body === undefined ? { method: 'DELETE' as const, path } : { method: 'PATCH' as const, path, body }
    return [
      {
        side: `${isReadable} ${outcomes.join()} ${met} ${fields.every((field) => grant.fields.includes(field))}`,
        check: {
          line: grant.cite,
          says: {
            says: WRITING,
            values: {
              what: sayWrite(verb, entity, fields),
              reader: reader.said,
              outcome: { says: OUTCOMES[isReadable ? outcome : 'hidden'] },
            },
          },
          given: all,
          as: reader.person?.id ?? null,
          request,
          expects: expectationOf(outcome, isReadable),
        },
      },
    ]
  }
  if (verb === 'delete') return make([], undefined)
  const plain = [...entity.fields.values()]
    .filter((field) => mayBeSent(field) && isPlain(field))
    .flatMap((field) => {
      const value = validValue(field, plan.maker.random(100_000), plan.maker.now)
      return value === undefined ? [] : [{ name: field.name.identifier, values: [value] }]
    })
  const pointing = hiddenTargets(plan, asked, world).flatMap(({ name, id }) =>
    make([name], { [name]: id }).flatMap((each) => pointingTo(each, asked, name)),
  )
  const written = [...plain, ...decisive].flatMap(({ name, values }) =>
    values
      .filter((value) => JSON.stringify(value) !== JSON.stringify(record[name] ?? null))
      .filter((value) => !isHiddenRelation(plan, { entity, reader, name, world }, value))
      .filter((value) => {
        const one = { entity: entity.name.identifier, record: { ...record, [name]: value } }
        return !clash(plan.model, worldWith(world, [one]), [one])
      })
      .flatMap((value) => make([name], { [name]: value })),
  )
  return [...written, ...pointing]
}

/** A condition that is neither true nor false is a side of its own. */
function meets(here: Situation, reader: Reader, line: Grant): string {
  if (matches(here, reader, line)) return '1'
  return line.where !== undefined && isUnknownOn(here, line.where.tree) ? '?' : '0'
}

/** Nobody points to what they may not read, whatever they may write. */
function isHiddenRelation(
  plan: Plan,
  {
    entity,
    reader,
    name,
    world,
  }: Pick<Question, 'entity' | 'reader'> & { readonly name: string; readonly world: World },
  value: unknown,
): boolean {
  const type = entity.fields.get(name)?.type
  const target = type?.kind === 'relation' ? plan.model.entities.get(type.entity) : undefined
  if (target === undefined || value === reader.person?.id) return false
  return [value].flat().some((id) => {
    const other = world.find(target.name.identifier, String(id))
    return other !== undefined && readableOf(situationOf(plan, reader, other, world), reader, target) === undefined
  })
}

/** Is nothing else asked of its values than that they may be written? Grants are tried with such fields. */
function isPlain(field: Field): boolean {
  return field.type.kind !== 'relation' && isOpen(field)
}

function isOpen({ type, limits, name }: Field): boolean {
  return (
    fieldType(type.kind).madeFrom === undefined &&
    !limits.writeOnce &&
    !limits.hidden &&
    !ACCOUNT_FIELDS.has(name.identifier)
  )
}

const ACCOUNT_FIELDS: ReadonlySet<string> = new Set(['email', 'roles', 'active', 'picture'])

function expectationOf(outcome: WriteOutcome, isReadable: boolean): Expectation {
  if (!isReadable) return { kind: 'status', is: [401, 403, 404] }
  switch (outcome) {
    case 'done':
      return { kind: 'done' }
    case 'not granted':
      return { kind: 'refused', statuses: [401, 403, 404] }
    case 'field not granted':
      return { kind: 'refused', statuses: [401, 403, 422] }
  }
}

function sayWrite(verb: Question['verb'], { name }: Entity, fields: readonly string[] = []): Phrase {
  return { says: WRITES[verb], values: { entity: name.label, fields: fields.join(', ') } }
}

const WRITES: { readonly [verb in Question['verb']]: InLanguages } = {
  create: { en: 'creating a {entity}', de: '{entity} anlegen' },
  update: { en: 'changing {fields} of a {entity}', de: '{fields} ({entity}) ändern' },
  delete: { en: 'deleting a {entity}', de: '{entity} löschen' },
}
const WRITING = { en: '{what} as {reader}: {outcome}', de: '{what} als {reader}: {outcome}' }
const OUTCOMES: { readonly [outcome in WriteOutcome | 'hidden']: InLanguages } = {
  done: { en: 'done', de: 'getan' },
  'not granted': { en: 'not granted', de: 'nicht erlaubt' },
  'field not granted': { en: 'field not granted', de: 'Feld nicht erlaubt' },
  hidden: { en: 'hidden', de: 'verborgen' },
}
const POINTING = {
  en: 'pointing {field} of a {entity} to what {reader} may not read',
  de: '{field} ({entity}) auf etwas setzen, das {reader} nicht lesen darf',
}
