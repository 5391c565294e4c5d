// Derives the actor's permissions on an entity from the shared policy.
import { useMemo } from 'react'
import type { ReadableOf } from '#shared/decisions/title-paths.ts'
import { holdsAtStart } from '#shared/decisions/holds-at-start.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { WayToCreate } from '#shared/decisions/ways-to-create.ts'
import { offeredWays } from '#shared/decisions/ways-to-create.ts'
import type { Entity, Model, Transition } from '#shared/model/model.ts'
import type { WritePolicy } from '#shared/policy/write-policy.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { useKnownSession } from '../session.ts'
import { sessionPolicy } from '../session-policy.ts'
import { useModel } from '../spec.ts'

export interface EntityPermissions {
  readonly readable: ReadonlySet<string>
  /** Fields that the person may export from some records; empty: none may be exported. */
  readonly exportable: ReadonlySet<string>
  /** May the person import some? */
  readonly importable: boolean
  /** Fields that may be given when a record is created, in one of the ways that are offered; empty: it may not be created. */
  readonly creatable: ReadonlySet<string>
  /** May the person change, delete or move on some? */
  readonly changeable: boolean
  /** Fields that may be changed in some records. */
  readonly updatable: ReadonlySet<string>
  /** May the person delete some? */
  readonly deletable: boolean
  /** May the person bring back some that are in the trash? */
  readonly restore: boolean
}

export function usePermissions(entity: Entity): EntityPermissions {
  const model = useModel()
  const session = useKnownSession()
  return useMemo(() => {
    const name = entity.name.identifier
    const policy = sessionPolicy(model, session).entity(name)
    return {
      restore: policy.restore.grants.length > 0,
      changeable:
        policy.update.grants.length > 0 ||
        policy.delete.grants.length > 0 ||
        [...entity.transitions.values()].some((each) => policy.transition(each).possible),
      updatable: updatableNames(policy.update.fields, entity),
      deletable: policy.delete.grants.length > 0,
      readable: readableNames(model, session, name),
      importable: isImported(model, session, name),
      exportable: new Set(policy.exported.fields.map(({ field }) => field)),
      creatable: creatableNames(model, session, name),
    }
  }, [model, session, entity])
}

/** Is the field withheld from the person in some records that they may read? */
export function isReadInPart(model: Model, session: SessionBody, entity: string, field: string): boolean {
  const { fields } = sessionPolicy(model, session).entity(entity).read
  return fields.some((each) => each.field === field && each.when !== true)
}

/** The fields that the person may read in some records at least. */
export function readableNames(model: Model, session: SessionBody, entity: string): ReadonlySet<string> {
  return new Set(
    sessionPolicy(model, session)
      .entity(entity)
      .read.fields.map(({ field }) => field),
  )
}

/** Makes a function that returns the readable fields of an entity, in the form that titles of records need. */
export function readableBy(model: Model, session: SessionBody): ReadableOf {
  return (entity) => readableNames(model, session, entity)
}

/** Rows are created, or change records that exist. */
function isImported(model: Model, session: SessionBody, name: string): boolean {
  const policy = sessionPolicy(model, session).entity(name)
  return policy.verb('import').grants.length > 0 && policy.create.grants.length + policy.update.grants.length > 0
}

/** The fields that the person may give when a record is created, and that its first state does not hide; empty: it may not be created. */
export function creatableNames(model: Model, session: SessionBody, name: string): ReadonlySet<string> {
  const entity = model.entities.get(name)
  if (!entity) return new Set()
  const ways = waysOf(model, session, entity).map(({ policy }) => givenIn(entity, policy))
  return new Set(
    [...entity.fields.values()]
      .filter((field) => isWrittenByPeople(field) && ways.some((given) => given.has(field.name.identifier)))
      .map((field) => field.name.identifier),
  )
}

/** The fields that the person may give a line that is written with its head: that is no step. */
export function creatableInHead(model: Model, session: SessionBody, name: string): ReadonlySet<string> {
  const entity = model.entities.get(name)
  const isPlain = entity && waysOf(model, session, entity).some(({ step }) => step === undefined)
  return isPlain ? creatableNames(model, session, name) : new Set()
}

function givenIn(entity: Entity, { fields, except }: WritePolicy): ReadonlySet<string> {
  const taken = new Set(except.filter(({ when }) => holdsAtStart(entity, when)).flatMap((each) => [...each.fields]))
  return new Set([...fields].filter((each) => !taken.has(each)))
}

/** The ways in which the person may create such a record, the one of the main button first. */
export function waysOf(model: Model, session: SessionBody, entity: Entity): readonly WayToCreate[] {
  return offeredWays(entity, sessionPolicy(model, session).entity(entity.name.identifier))
}

/** The only transition by which the person creates such records, if there is one: buttons that lead there bear its name. */
export function onlyStep(model: Model, session: SessionBody, entity: Entity): Transition | undefined {
  const [first, ...others] = waysOf(model, session, entity)
  return others.length === 0 ? first?.step : undefined
}

function updatableNames(permitted: ReadonlySet<string>, entity: Entity): ReadonlySet<string> {
  const writable = [...entity.fields.values()].filter((field) => isWrittenByPeople(field) && !field.limits.writeOnce)
  return new Set(writable.map((field) => field.name.identifier).filter((name) => permitted.has(name)))
}

/** May the person create such records where they choose one, or beside their list? Administrators invite people: an account comes with that. */
export function createsInPicker(model: Model, session: SessionBody, entity: string): boolean {
  const isInvited = entity === 'Person' && session.administrator
  return !isInvited && creatableNames(model, session, entity).size > 0
}
