// Works out what a person may do with the records of an entity, under one of two documents.
import { createsRecords } from '#shared/decisions/4-transition-kinds.ts'
import type { Entity, Model, Verb } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { Permission } from '#shared/policy/permissions.ts'
import { isWhole } from '#shared/policy/permissions.ts'
import type { WritePolicy } from '#shared/policy/write-policy.ts'
import type { RecordPermissions } from '#shared/protocol/record.ts'
import { findPermissions } from '../records/read/record-permissions.ts'
import { findRecords } from '../records/read/find-records.ts'
import { readableFieldsById } from '../records/access/row-policy.ts'
import type { PreparedEntityPolicy } from '../policy/entity-policy.ts'
import { policyOf } from '../policy/policy.ts'
import type { DataUnderDocument } from './open-copies.ts'
import type { EntityPair, RenamedParts } from './pair-entities.ts'
import { writtenAlike } from './written-alike.ts'

const PAGE = 200

/** A person under one of the documents, and what that says of an entity. */
export interface PersonOnEntity {
  readonly on: DataUnderDocument
  readonly actor: Actor
  readonly entity: string
  readonly now: string
  /** Names the fields that both documents have as the newer one does; undefined: it has no such field. */
  readonly nameOf: (field: string) => string | undefined
  /** Text of all that decides these permissions: equal signatures mean that nothing can differ. */
  readonly signature: string
  /** Signatures of the verbs that ask no record at hand; empty: the person has no such permission. */
  readonly verbs: ReadonlyMap<Verb, string>
}

export interface PairContext {
  readonly pair: EntityPair
  /** The names of the newer document, for the former one. */
  readonly renames: RenamedParts
  readonly now: string
}

export function personOn(
  on: DataUnderDocument,
  actor: Actor,
  entity: string,
  { pair, renames, now }: PairContext,
): PersonOnEntity {
  const { running } = on
  const nameOf = (field: string): string | undefined => {
    const name = renames.field(entity, field)
    return pair.common.has(name) ? name : undefined
  }
  const about = { on, actor, entity, now, nameOf }
  const known = running.model.entities.get(entity)
  if (known === undefined) return { ...about, signature: '', verbs: new Map() }
  const policy = policyOf(running, actor).entity(entity)
  const { signature, verbs } = running.keptOn(policy, 'signatures of permissions', '', () => {
    const written = { renames, nameOf }
    const ofVerbs = verbsOf(policy, known, written)
    return {
      signature: `${signatureOf(running.model, policy, known, written)}${[...ofVerbs].join('')}`,
      verbs: ofVerbs,
    }
  })
  return { ...about, signature, verbs }
}

type WrittenNames = Pick<PairContext, 'renames'> & Pick<PersonOnEntity, 'nameOf'>

/** Permissions that are not asked of a record at hand: how many records they concern is not counted. */
export const WITHOUT_RECORD: readonly Verb[] = ['create', 'export', 'import', 'restore']

function verbsOf(policy: PreparedEntityPolicy, entity: Entity, names: WrittenNames): ReadonlyMap<Verb, string> {
  const steps = [...entity.transitions.values()].filter(createsRecords)
  const takesAll = (each: Permission): boolean => each.when === true && isWhole(entity, each)
  return new Map(
    WITHOUT_RECORD.map((verb) => {
      const ways = [
        policy.verb(verb),
        ...(verb === 'create' ? steps.map(({ name }) => policy.createBy(name.identifier)) : []),
      ]
      const granted = ways.filter(({ grants, except }) => grants.length > 0 && !except.some(takesAll))
      const permissions = granted.map((way) => permissionsIn(way, names))
      return [verb, granted.length === 0 ? '' : writtenAlike(permissions, names.renames)]
    }),
  )
}

function permissionsIn({ step, grants, except, fields }: WritePolicy, { nameOf }: WrittenNames): unknown {
  const named = (all: Iterable<string>) => [...all].flatMap((field) => nameOf(field) ?? []).sort()
  return [step, [...grants, ...except].map((each) => [each.when, named(each.fields)]), named(fields)]
}

function signatureOf(model: Model, policy: PreparedEntityPolicy, entity: Entity, names: WrittenNames): string {
  const transitions = [...entity.transitions.values()].map((each) => {
    const { possible, nodes } = policy.transition(each)
    return [each.name.identifier, possible, nodes, each.rows.map(({ from, to }) => [from, to])]
  })
  const { read, update, delete: deleting, history } = policy
  const fields = read.fields.flatMap(({ field, when }) => {
    const name = names.nameOf(field)
    return name === undefined ? [] : [[name, when]]
  })
  const computed = [...entity.fields.values()].flatMap((field) =>
    field.computed ? [field.computed.expression.tree] : [],
  )
  const constants = [model.limits, model.lookups, model.calendars]
  const verbs = [update, deleting, history].map((verb) => permissionsIn(verb, names))
  return writtenAlike([read.rows, fields, verbs, transitions, computed, constants], names.renames)
}

/** Yields the records that the person may read. */
export async function* idsOf(on: DataUnderDocument, actor: Actor, entity: string, now: string): AsyncGenerator<string> {
  const { running, dependencies } = on
  if (!running.model.entities.has(entity)) return
  if (policyOf(running, actor).entity(entity).read.rows === false) return
  let after: readonly unknown[] | undefined
  do {
    const page = await findRecords(dependencies, { actor, now }, entity, {
      fields: 'id',
      limit: PAGE,
      count: false,
      ...(after === undefined ? {} : { after }),
    })
    for (const item of page.items) yield (JSON.parse(item) as { readonly id: string }).id
    after = page.next ?? undefined
  } while (after !== undefined)
}

/** Permissions by their names; none where the record can't be read. Fields that only one document has are no gain and no loss. */
export async function permissionsOn(
  { on, actor, entity, now, nameOf }: PersonOnEntity,
  id: string,
): Promise<ReadonlySet<string>> {
  const { running, dependencies } = on
  if (!running.model.entities.has(entity)) return new Set()
  const { storage } = dependencies
  const reading = { running, storage, database: storage.database, now }
  const readable = await readableFieldsById(reading, actor, entity, id)
  if (readable === undefined) return new Set()
  const permissions = await findPermissions(dependencies, { actor, now }, entity, id)
  const onFields = (verb: string, fields: Iterable<string>) =>
    [...fields].flatMap((field) => {
      const name = nameOf(field)
      return name === undefined ? [] : [`${verb} ${name}`]
    })
  const told =
    permissions?.history.allowed === true ? await readableFieldsById(reading, actor, entity, id, 'history') : undefined
  return new Set([
    'read',
    ...onFields('read', readable),
    ...onFields('history', told ?? []),
    ...(permissions ? [...onFields('update', updatable(permissions)), ...permitted(permissions)] : []),
  ])
}

function updatable({ update }: RecordPermissions<unknown>): readonly string[] {
  return Object.entries(update).flatMap(([field, decision]) => (decision === true ? [field] : []))
}

function permitted({ delete: deleting, history, transitions }: RecordPermissions<unknown>): readonly string[] {
  return [
    ...(deleting.allowed === true ? ['delete'] : []),
    ...(history.allowed === true ? ['history'] : []),
    ...Object.entries(transitions).flatMap(([name, decision]) => (decision.allowed === true ? [`do ${name}`] : [])),
  ]
}
