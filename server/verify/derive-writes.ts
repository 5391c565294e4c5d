// Derives checks of what people write by point 6: creating, changing and deleting on each side of every line.
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field, Grant, Verb } from '#shared/model/model.ts'
import type { Check, Derivation, Expectation } from './check.ts'
import { asCreated, bodyOf, mayBeSent, startOf } from './creation.ts'
import { NotDerived } from './evaluate-on-world.ts'
import type { Reader, WriteOutcome } from './expected-permissions.ts'
import { conditionsOf, hasAll, outcomeOfWrite, readableOf } from './expected-permissions.ts'
import type { RecordCandidate } from './make-records.ts'
import { candidatesFor } from './make-records.ts'
import type { Plan } from './plan.ts'
import { apiPath, deriveFor, joinDerived, situationOf } from './plan.ts'
import { validValue } from './valid-values.ts'
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
  if (entity.name.identifier === 'Person' && verb !== 'update')
    throw new NotDerived('people are invited, and not created or deleted by verify')
  const about = conditionsOf(entity, ['read', verb])
  const fixed = verb === 'create' ? startOf(entity) : {}
  const found = new Map<string, Check>()
  for (const candidate of candidatesFor(plan.maker, entity, about, verb, fixed))
    for (const { check, side } of verb === 'create'
      ? creations(plan, asked, candidate)
      : changes(plan, asked, candidate))
      if (!found.has(side)) found.set(side, check)
  return [...found.values()]
}

interface WriteCase {
  readonly check: Check
  readonly side: string
}

function creations(plan: Plan, asked: Question, { record, given }: RecordCandidate): readonly WriteCase[] {
  const { entity, grant, reader } = asked
  const all = hasAll(plan.model, reader)
  const sent = bodyOf(entity, record, ({ name }) => all || grant.fields.includes(name.identifier))
  const world = worldWith(plan.maker.world, given)
  const created = asCreated(plan, { entity, reader, world }, record, sent)
  const here = situationOf(
    plan,
    reader,
    created,
    worldWith(world, [{ entity: entity.name.identifier, record: created }]),
  )
  const outcome = outcomeOfWrite([here], reader, entity, 'create', Object.keys(sent))
  return [
    {
      side: outcome,
      check: {
        line: grant.cite,
        says: `creating a ${entity.name.label} as ${reader.label}: ${outcome}`,
        given,
        as: reader.person?.id ?? null,
        request: { method: 'POST', path: apiPath(entity), body: sent },
        expects: expectationOf(outcome, true),
      },
    },
  ]
}

function changes(plan: Plan, asked: Question, { record, given }: RecordCandidate): readonly WriteCase[] {
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
    const outcome = outcomeOfWrite(verb === 'update' ? [before, later] : [before], reader, entity, verb, fields)
    const path = apiPath(entity, record.id)
    const request = body === undefined ? { method: 'DELETE' as const, path } : { method: 'PATCH' as const, path, body }
    return [
      {
        side: `${isReadable} ${outcome} ${fields.every((field) => grant.fields.includes(field))}`,
        check: {
          line: grant.cite,
          says: `${verb === 'update' ? `changing ${fields.join(', ')} of` : 'deleting'} a ${entity.name.label} as ${reader.label}: ${isReadable ? outcome : 'hidden'}`,
          given: all,
          as: reader.person?.id ?? null,
          request,
          expects: expectationOf(outcome, isReadable),
        },
      },
    ]
  }
  if (verb === 'delete') return make([], undefined)
  return [...entity.fields.values()]
    .filter((field) => mayBeSent(field) && isPlain(field))
    .flatMap((field) => {
      const name = field.name.identifier
      const value = validValue(field, plan.maker.random(100_000), plan.maker.now)
      if (value === undefined || JSON.stringify(value) === JSON.stringify(record[name])) return []
      return make([name], { [name]: value })
    })
}

/** Is nothing else asked of its values than that they may be written? Grants are tried with such fields. */
function isPlain({ type, limits, name }: Field): boolean {
  return (
    type.kind !== 'relation' &&
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
