// Gives the policy of an actor: their screens, and what they may do with the records of each entity.
import type { Model, Screen, Transition, Verb } from '../model/model.ts'
import type { Actor } from '../policy/actor.ts'
import type { ReadPolicy } from '../policy/read-policy.ts'
import { makeExportPolicy, makeReadPolicy } from '../policy/read-policy.ts'
import type { WritePolicy } from '../policy/write-policy.ts'
import { makeWritePolicy } from '../policy/write-policy.ts'
import type { HeldRoles } from './2-screens.ts'
import { canOpenStandardScreen, screensFor } from './2-screens.ts'
import type { PreparedTransition } from './4-states.ts'
import { prepareTransition } from './4-states.ts'

export interface Policy {
  /** Those that the actor may open, in the order of the document. */
  readonly screens: readonly Screen[]
  canOpenStandardScreen(path: string): boolean
  entity(name: string): EntityPolicy
}

/** The parameters: the same with more prepared for those who decide often. */
export interface EntityPolicy<Read = ReadPolicy, Write = WritePolicy, Change = PreparedTransition> {
  readonly read: Read
  /** Policy for the part of the readable records and fields that the actor may export. */
  readonly exported: Read
  readonly create: Write
  readonly update: Write
  readonly delete: Write
  readonly restore: Write
  readonly history: Write
  verb(verb: Verb): Write
  /** Policy for creating by a transition from "new record". */
  createBy(step: string): Write
  transition(transition: Transition): Change
}

/** `held`: the roles that they have on some record. Each part is worked out when it is asked for. */
export function composePolicy(model: Model, actor: Actor, held?: HeldRoles): Policy {
  return {
    get screens() {
      return screensFor(model, actor, held)
    },
    canOpenStandardScreen: (path) => canOpenStandardScreen(model, actor, path),
    entity: (name) => entityPolicyOf(model, actor, name),
  }
}

function entityPolicyOf(model: Model, actor: Actor, name: string): EntityPolicy {
  return joinEntityPolicy({
    read: () => makeReadPolicy(model, name, actor),
    exported: () => makeExportPolicy(model, name, actor),
    verb: (of, step) => makeWritePolicy(model, name, actor, of, { step }),
    transition(of) {
      const entity = model.entities.get(name)
      if (entity === undefined) throw new Error(`There is no entity ${name}.`)
      return prepareTransition(model, entity, of, actor)
    },
  })
}

interface PolicyMakers<Read, Write, Change> {
  read(): Read
  exported(): Read
  /** `step`: for `create`, the transition by which it is done. */
  verb(verb: Verb, step?: string): Write
  transition(transition: Transition): Change
}

/** The policy of an entity from the makers of its parts, which are called when a part is asked for. */
export function joinEntityPolicy<Read, Write, Change>({
  read,
  exported,
  verb,
  transition,
}: PolicyMakers<Read, Write, Change>): EntityPolicy<Read, Write, Change> {
  return {
    get read() {
      return read()
    },
    get exported() {
      return exported()
    },
    get create() {
      return verb('create')
    },
    get update() {
      return verb('update')
    },
    get delete() {
      return verb('delete')
    },
    get restore() {
      return verb('restore')
    },
    get history() {
      return verb('see history')
    },
    verb: (of) => verb(of),
    createBy: (step) => verb('create', step),
    transition,
  }
}
