// Works out what a person may do with one record, from the lines of point 6 and the rows of point 4.
// It shares no code with the policies of the product, so that a fault in them is not repeated here.
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Grant, Grantee, Model, Transition, TransitionRow, Verb } from '#shared/model/model.ts'
import type { HoleValue } from '#shared/text/phrase.ts'
import type { Situation } from './evaluate-on-world.ts'
import { holdsOn } from './evaluate-on-world.ts'

/** Somebody who asks: a person of the world, or nobody who is signed in. */
export interface Reader {
  /** Their name in the world that is made up. */
  readonly label: string
  /** The name in the language of the reader of the report. */
  readonly said: HoleValue
  readonly person: RecordValue | null
  readonly isAdministrator: boolean
}

/** All roles that somebody has by themselves, with what these include. */
export function rolesOf(model: Model, { person }: Reader): readonly string[] {
  const given = Array.isArray(person?.['roles']) ? person['roles'].map(String) : []
  return given.flatMap((role) => model.roles.get(role)?.includes ?? [])
}

/** Administrators read and write all data, unless the document says otherwise. */
export function hasAll(model: Model, { isAdministrator }: Reader): boolean {
  return isAdministrator && model.accountPolicy.administratorsReadData
}

export function isGrantee(here: Situation, reader: Reader, who: Grantee): boolean {
  switch (who.kind) {
    case 'anyone':
      return true
    case 'everyone':
      return reader.person !== null
    case 'role':
      return rolesOf(here.model, reader).includes(who.role)
    case 'condition':
      return reader.person !== null && holdsOn(here, who.condition.tree)
  }
}

/** Does the line speak of the reader and the record? `here`: with the record as `this` and the reader as `me`. */
export function matches(here: Situation, reader: Reader, grant: Grant): boolean {
  return isGrantee(here, reader, grant.who) && (grant.where === undefined || holdsOn(here, grant.where.tree))
}

export function grantsFor(here: Situation, reader: Reader, entity: Entity, verb: Verb): readonly Grant[] {
  return entity.grants.filter((grant) => !grant.except && grant.may.includes(verb) && matches(here, reader, grant))
}

/** Fields that somebody may read of the record, without `id` and `_version`; undefined: it does not exist for them. */
export function readableOf(here: Situation, reader: Reader, entity: Entity, verb: Verb = 'read') {
  const all = fieldsThatLeave(entity)
  if (hasAll(here.model, reader)) return new Set(all)
  const given = grantsFor(here, reader, entity, verb)
  if (given.length === 0) return undefined
  const taken = entity.grants.filter(
    (grant) => grant.except && grant.may.includes(verb) && matches(here, reader, grant),
  )
  if (taken.some((grant) => isOfAll(entity, grant))) return undefined
  const hidden = bindingsFor(here, reader, entity, 'hidden')
  return new Set(
    all.filter(
      (field) =>
        given.some((grant) => grant.fields.includes(field)) &&
        !taken.some((grant) => grant.fields.includes(field)) &&
        !hidden.includes(field),
    ),
  )
}

/** Fields that the table of states hides or closes for somebody while the record is as it is. */
export function bindingsFor(
  here: Situation,
  reader: Reader,
  entity: Entity,
  says: 'hidden' | 'read only' | 'closed',
): readonly string[] {
  if (hasAll(here.model, reader)) return []
  return entity.bindings
    .filter(
      (binding) =>
        binding.says === says &&
        (binding.who === undefined || binding.who.some((who) => isGrantee(here, reader, who))) &&
        holdsOn(here, binding.where.tree),
    )
    .map(({ field }) => field)
}

function fieldsThatLeave(entity: Entity): readonly string[] {
  return [...entity.fields.values()]
    .filter(({ limits, name }) => !limits.hidden && !ALWAYS.has(name.identifier))
    .map(({ name }) => name.identifier)
}

const ALWAYS: ReadonlySet<string> = new Set(['id', '_version'])

function isOfAll(entity: Entity, grant: Grant): boolean {
  return fieldsThatLeave(entity).every((field) => grant.fields.includes(field))
}

export type WriteOutcome = 'done' | 'not granted' | 'field not granted'

/**
 * Decides what becomes of a plain write of some fields. `situations`: the record before and after an update, as it will be for a
 * creation, as it is for a deletion.
 */
export function outcomeOfWrite(
  situations: readonly Situation[],
  reader: Reader,
  entity: Entity,
  verb: Verb,
  fields: readonly string[],
): WriteOutcome {
  const [first] = situations
  if (first === undefined || hasAll(first.model, reader)) return 'done'
  const of = (isTaking: boolean): readonly Grant[] =>
    entity.grants.filter((grant) => grant.except === isTaking && grant.may.includes(verb))
  const given = of(false).filter((grant) => situations.every((here) => matches(here, reader, grant)))
  const taken = of(true).filter((grant) => situations.some((here) => matches(here, reader, grant)))
  if (given.length === 0 || taken.some((grant) => isOfAll(entity, grant))) return 'not granted'
  const closed = situations.flatMap((here) => bindingsFor(here, reader, entity, 'closed'))
  if (closed.length > 0) return 'not granted'
  const hidden = situations.flatMap((here) => [
    ...bindingsFor(here, reader, entity, 'hidden'),
    ...(verb === 'create' || verb === 'update' ? bindingsFor(here, reader, entity, 'read only') : []),
  ])
  const isOpen = (field: string): boolean =>
    given.some((grant) => grant.fields.includes(field)) &&
    !taken.some((grant) => grant.fields.includes(field)) &&
    !hidden.includes(field)
  return fields.every(isOpen) ? 'done' : 'field not granted'
}

export type TransitionOutcome =
  | { readonly kind: 'done'; readonly row: TransitionRow }
  | {
      readonly kind: 'not allowed' | 'wrong state' | 'condition unmet'
      readonly row: TransitionRow | undefined
      /** The code of the document with which somebody is refused that the row names. */
      readonly code?: string | undefined
    }

/** Decides what becomes of a transition: first who may, then the state, then the condition of each row that is left. */
export function outcomeOfTransition(here: Situation, reader: Reader, transition: Transition): TransitionOutcome {
  const state = String(here.this?.[transition.field] ?? '')
  const fits = (row: TransitionRow): boolean =>
    row.from === 'any' || (row.from !== 'new record' && row.from.includes(state))
  const permitted = transition.rows.filter((row) => row.who.some((who) => isGrantee(here, reader, who)))
  const fitting = permitted.filter(fits)
  const isMeant = ({ meant = [] }: TransitionRow): boolean =>
    reader.person !== null && meant.some((who) => isGrantee(here, reader, who))
  if (permitted.length === 0) {
    const own = transition.rows.filter(isMeant)
    const row = own.find(fits) ?? transition.rows.find(fits) ?? own[0] ?? transition.rows[0]
    return { kind: 'not allowed', row, ...(row && isMeant(row) ? { code: row.otherwise } : {}) }
  }
  if (fitting.length === 0) return { kind: 'wrong state', row: permitted[0] }
  const met = fitting.find((row) => row.when === undefined || holdsOn(here, row.when.tree))
  if (met !== undefined) return { kind: 'done', row: met }
  const said = transition.rows.find(
    (row) => row.otherwise !== undefined && fits(row) && (permitted.includes(row) || isMeant(row)),
  )
  return { kind: 'condition unmet', row: said ?? fitting[0] }
}

/** The conditions that decide about a verb on an entity. */
export function conditionsOf(entity: Entity, verbs: readonly Verb[]): readonly Node[] {
  return [
    ...entity.grants.flatMap(({ who, where, may }) =>
      may.some((verb) => verbs.includes(verb)) ? [...nodesOf(who), ...(where ? [where.tree] : [])] : [],
    ),
    ...entity.bindings.map(({ where }) => where.tree),
  ]
}

export function nodesOf(who: Grantee): readonly Node[] {
  return who.kind === 'condition' ? [who.condition.tree] : []
}
