// Derives the actor's permissions on an entity from the shared policy.
import { useMemo } from 'react'
import type { Entity, Field, Model, Verb } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { useKnownSession } from '../session.ts'
import { useModel } from '../spec.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { makeReadPolicy } from '#shared/policy/read-policy.ts'
import { makeWritePolicy } from '#shared/policy/write-policy.ts'

/** Only the fields of the person that the session tells are known here. */
export function sessionActor(session: SessionBody): Actor {
  return {
    person: session.person ? { ...session.person } : null,
    roles: session.roles,
    administrator: session.administrator,
    system: false,
  }
}

export interface EntityPermissions {
  readonly readable: ReadonlySet<string>
  /** Fields that may be given when a record is created; empty: it may not be created. */
  readonly creatable: ReadonlySet<string>
  /** May the person change or delete some? */
  readonly changeable: boolean
  /** May the person bring back some that are in the trash? */
  readonly restore: boolean
}

export function usePermissions(entity: Entity): EntityPermissions {
  const model = useModel()
  const session = useKnownSession()
  return useMemo(() => {
    const actor = sessionActor(session)
    const name = entity.name.identifier
    const may = (verb: Verb): boolean => makeWritePolicy(model, name, actor, verb).grants.length > 0
    return {
      restore: may('restore'),
      changeable: may('update') || may('delete'),
      readable: readableNames(model, session, name),
      creatable: creatableNames(model, session, name),
    }
  }, [model, session, entity])
}

/** The fields that the person may read in some records at least. */
export function readableNames(model: Model, session: SessionBody, entity: string): ReadonlySet<string> {
  return new Set(makeReadPolicy(model, entity, sessionActor(session)).fields.map(({ field }) => field))
}

/** The fields that the person may give when a record is created; empty: it may not be created. */
export function creatableNames(model: Model, session: SessionBody, entity: string): ReadonlySet<string> {
  const { fields } = makeWritePolicy(model, entity, sessionActor(session), 'create')
  const writable = [...(model.entities.get(entity)?.fields.values() ?? [])].filter(isWritable)
  return new Set(writable.map((field) => field.name.identifier).filter((name) => fields.has(name)))
}

/** Can people write the field at all? */
export function isWritable(field: Field): boolean {
  return !field.standard && !field.computed && !field.workflow && field.type.kind !== 'sequence'
}
