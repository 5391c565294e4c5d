// Does a transition for whoever acts: of a record that there is, or one that makes the record.
import type { Transition } from '#shared/model/model.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { createAsPerson } from './create-record.ts'
import { command } from './work/command.ts'
import { entityNamed } from './work/rights.ts'
import { transit, transitionNamed } from './work/transit.ts'
import type { CommandOptions, Written } from './work/work.ts'

export interface TransitionOptions extends CommandOptions {
  readonly expected?: number | undefined
}

/** `name`: the transition's identifier. `body`: what it asks; where it may lead to several states, `to` among it says which. */
export function transitionRecord(
  dependencies: RecordsDependencies,
  acting: Acting,
  entity: string,
  id: string,
  name: string,
  body: { readonly [name: string]: unknown },
  options: TransitionOptions = {},
): Promise<Written> {
  return command(dependencies, acting, options, async (work) => {
    const found = entityNamed(work.running.model, entity)
    await transit(work, found, id, transitionNamed(work, found, name), body, options)
    return { entity, id }
  })
}

/** A transition from "new record" is a way to create: of what is sent, its inputs go to it and all else into the record. */
export function createByTransition(
  dependencies: RecordsDependencies,
  acting: Acting,
  entity: string,
  name: string,
  body: { readonly [name: string]: unknown },
  options: CommandOptions = {},
): Promise<Written> {
  return command(dependencies, acting, options, async (work) => {
    const found = entityNamed(work.running.model, entity)
    const transition = startingWith(transitionNamed(work, found, name))
    const asked = new Set([...transition.asks.map((ask) => ask.name.identifier), 'to'])
    const part = (isAsked: boolean) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => asked.has(key) === isAsked))
    const created = await createAsPerson(work, entity, part(false))
    await transit(work, found, created.id, transition, part(true), {})
    return created
  })
}

/** Is there a row that makes records? */
export function isStarting(transition: Transition): boolean {
  return transition.rows.some(({ from }) => from === 'new record')
}

/** Is there a row that leads from one state to another? */
export function isBetweenStates(transition: Transition): boolean {
  return transition.rows.some(({ from }) => from !== 'new record')
}

/** The rows that make records, as they apply to one that was just made. */
function startingWith(transition: Transition): Transition {
  const rows = transition.rows.filter(({ from }) => from === 'new record')
  return { ...transition, rows: rows.map((row) => ({ ...row, from: 'any' })) }
}
