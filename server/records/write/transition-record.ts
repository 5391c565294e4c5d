// Transitions a record as a person, or creates one by a transition from "new record".
import type { Transition } from '#shared/model/model.ts'
import type { Change } from './change.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { runCommand } from './unit-of-work.ts'
import { runCreate } from './run-create.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import { runTransition } from './run-transition.ts'
import { transitionNamed } from '../access/transition-named.ts'
import type { UpdateOptions } from './update-record.ts'
import type { CommandOptions, AnsweredRecord } from './command-context.ts'

/**
 * Runs a transition as a person. `name` is its identifier, and `body` gives its inputs: `to` among them names the state
 * where it may lead to several.
 */
export function transitionRecord(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  id: string,
  name: string,
  body: { readonly [name: string]: unknown },
  options: UpdateOptions = {},
): Promise<AnsweredRecord> {
  return runCommand(dependencies, actorContext, options, async (context) => {
    const found = entityNamed(context.running.model, entity)
    const policy = policyOf(context.running, actorContext.actor)
    const transition = transitionNamed(found, name)
    await runTransition(context, policy, found, id, transition, body, { expected: options.expected })
    return { entity, id }
  })
}

/** A transition from "new record" is a way to create: of what is sent, its inputs go to it and all else into the record. */
export function createByTransition(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  name: string,
  body: { readonly [name: string]: unknown },
  options: CommandOptions = {},
): Promise<AnsweredRecord> {
  return runCommand(dependencies, actorContext, options, async (context) => {
    const found = entityNamed(context.running.model, entity)
    const named = transitionNamed(found, name)
    const transition = context.running.compiled('starting transition', named, () => startingTransition(named))
    const asked = new Set([...transition.asks.map((ask) => ask.name.identifier), 'to'])
    const part = (isAsked: boolean) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => asked.has(key) === isAsked))
    const policy = policyOf(context.running, actorContext.actor)
    const begun: Change[] = []
    const created = await runCreate({ ...context, stepToCome: begun }, policy, found, part(false), { step: name })
    await runTransition({ ...context, createdByStep: begun }, policy, found, created.id, transition, part(true))
    return created
  })
}

/** The rows that make records, as they apply to one that was just made. */
function startingTransition(transition: Transition): Transition {
  const rows = transition.rows.filter(({ from }) => from === 'new record')
  return { ...transition, rows: rows.map((row) => ({ ...row, from: 'any' })) }
}
