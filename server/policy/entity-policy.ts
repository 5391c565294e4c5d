// Holds what an actor's roles permit with the records of one entity, with conditions and plans prepared.
import { choiceNodes, requiredNodes } from '#shared/decisions/3-entities.ts'
import type { PreparedTransition } from '#shared/decisions/4-states.ts'
import { prepareTransition } from '#shared/decisions/4-states.ts'
import type { EntityPolicy } from '#shared/decisions/policy.ts'
import { joinEntityPolicy } from '#shared/decisions/policy.ts'
import type { Entity, Transition } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { makeExportPolicy, makeHistoryPolicy, makeReadPolicy } from '#shared/policy/read-policy.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'
import { makeWritePolicy } from '#shared/policy/write-policy.ts'
import type { WritePolicy } from '#shared/policy/write-policy.ts'
import type { RunningDocument } from '../document/current-document.ts'
import type { Conditions } from './conditions.ts'
import { makeConditions } from './conditions.ts'

/** Its parts are made when first asked for; of each kind the document keeps the latest 1,000. */
export interface PreparedEntityPolicy extends EntityPolicy<PreparedReadPolicy, PreparedWritePolicy, TransitionPolicy> {
  /** Prepares a transition for an effect: grants are not checked, but states and conditions are. */
  transitionAsDocument(transition: Transition): TransitionPolicy
  /** Policy for creating a line together with its head. */
  createWithHead(): PreparedWritePolicy
  /** Policy for the part of the readable records and fields whose histories the actor may see. */
  inHistory(): PreparedReadPolicy
}

export interface PreparedReadPolicy extends ReadPolicy {
  /** Fields that may be read in some row. */
  readonly readable: ReadonlySet<string>
  /** All of these may be read in every row that may be read. */
  readonly isSameInAllRows: boolean
  /** Conditions for reading the rows and the fields. */
  readonly conditions: Conditions
}

export interface PreparedWritePolicy extends WritePolicy {
  readonly conditions: Conditions
  /** Conditions for writing, together with those that the entity imposes on a written record. */
  readonly conditionsOnWritten: Conditions
}

export interface TransitionPolicy extends PreparedTransition {
  readonly conditions: Conditions
}

export function makeEntityPolicy(running: RunningDocument, name: string, actor: Actor): PreparedEntityPolicy {
  const { model } = running
  const entity = model.entities.get(name)
  const transition = (of: Transition, authority: 'person' | 'document'): TransitionPolicy =>
    running.keptOn(policy, `transition by ${authority}`, of, () => {
      const prepared = prepareTransition(model, entityOf(name, entity), of, actor, authority)
      return { ...prepared, conditions: makeConditions(name, prepared.nodes) }
    })
  const parts = joinEntityPolicy<PreparedReadPolicy, PreparedWritePolicy, TransitionPolicy>({
    read: () => running.keptOn(policy, 'read policy', '', () => prepareReadPolicy(makeReadPolicy(model, name, actor))),
    exported: () =>
      running.keptOn(policy, 'export policy', '', () => prepareReadPolicy(makeExportPolicy(model, name, actor))),
    verb: (of, step) =>
      running.keptOn(policy, 'write policy', step === undefined ? of : `${of} by ${step}`, () =>
        prepareWritePolicy(makeWritePolicy(model, name, actor, of, { step }), entity),
      ),
    transition: (of) => transition(of, 'person'),
  })
  const policy: PreparedEntityPolicy = Object.assign(parts, {
    transitionAsDocument: (of: Transition) => transition(of, 'document'),
    createWithHead: () =>
      running.keptOn(policy, 'write policy', 'create with its head', () =>
        prepareWritePolicy(makeWritePolicy(model, name, actor, 'create', { withNewHead: true }), entity),
      ),
    inHistory: () =>
      running.keptOn(policy, 'history policy', '', () => prepareReadPolicy(makeHistoryPolicy(model, name, actor))),
  })
  return policy
}

function prepareReadPolicy(read: ReadPolicy): PreparedReadPolicy {
  const { entity, rows, fields } = read
  const conditions = memoised(() =>
    makeConditions(entity, [
      ...(typeof rows === 'boolean' ? [] : [rows]),
      ...fields.flatMap(({ when }) => (when === true ? [] : [when])),
    ]),
  )
  return {
    ...read,
    readable: new Set(fields.map(({ field }) => field)),
    isSameInAllRows: fields.every(({ when }) => when === true),
    get conditions() {
      return conditions()
    },
  }
}

function prepareWritePolicy(write: WritePolicy, entity: Entity | undefined): PreparedWritePolicy {
  const conditions = memoised(() => makeConditions(write.entity, write.nodes))
  const conditionsOnWritten = memoised(() =>
    makeConditions(write.entity, [...write.nodes, ...(entity ? writtenNodes(entity) : [])]),
  )
  return {
    ...write,
    get conditions() {
      return conditions()
    },
    get conditionsOnWritten() {
      return conditionsOnWritten()
    },
  }
}

/**
 * Lists the conditions on a written record that hold under any authority: what is required of it, and what may be
 * chosen in it.
 */
export function writtenNodes(entity: Entity): Conditions['nodes'] {
  return [...requiredNodes(entity), ...choiceNodes(entity)]
}

function memoised<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

function entityOf(name: string, entity: Entity | undefined): Entity {
  if (entity === undefined) throw new Error(`There is no entity ${name}.`)
  return entity
}
