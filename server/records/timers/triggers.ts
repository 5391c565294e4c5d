// Lists what happens to records of an entity by itself, and what the moments of that read.
import type { Trigger } from '#shared/decisions/4-timers.ts'
import { triggerNodes, triggersOf } from '#shared/decisions/4-timers.ts'
import { isTimer } from '#shared/expressions/facts.ts'
import type { Expression, Node } from '#shared/expressions/node.ts'
import { nodesIn, someNode } from '#shared/expressions/walk.ts'
import { expandComputed } from '#shared/model/7-calls/expand-computed.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'

/** The triggers of an entity, worked out once. */
export function cachedTriggers(running: RunningDocument, entity: Entity): readonly Trigger[] {
  return running.compiled('triggers', entity, () =>
    triggersOf(entity).map((trigger) => withTimersInPlace(running.model, trigger)),
  )
}

/** Moments that read a timer by a computed field read the timer itself: the field was worked out before the timer moved. */
function withTimersInPlace(model: Model, trigger: Trigger): Trigger {
  if (trigger.kind === 'timer') return trigger
  const { after } = trigger
  const place = (expression: Expression): Expression => {
    const tree = expandAll(model, expression.tree)
    return readsTimer(tree) ? { ...expression, tree } : expression
  }
  if (after.kind !== 'every') return { ...trigger, after: { ...after, expression: place(after.expression) } }
  const atMost = after.atMost && place(after.atMost)
  return {
    ...trigger,
    after: { ...after, period: place(after.period), from: place(after.from), ...(atMost && { atMost }) },
  }
}

/**
 * Lists the triggers of an entity in the order in which they are worked out: those of one round read no timer that a later one moves.
 */
export function roundsOf(running: RunningDocument, entity: Entity): readonly (readonly Trigger[])[] {
  return running.compiled('rounds of triggers', entity, () => {
    const triggers = cachedTriggers(running, entity)
    const reading = triggers.filter((trigger) => nodesReadBy(running.model, entity, trigger).some(readsTimer))
    const timers = reading.filter(({ kind }) => kind === 'timer')
    const rounds = [
      triggers.filter((trigger) => !reading.includes(trigger)),
      // One may read another, that a third.
      ...timers.map(() => timers),
      reading.filter(({ kind }) => kind === 'transition'),
    ]
    return rounds.filter((round) => round.length > 0)
  })
}

/** Lists the expressions that a trigger depends on, and those of the computed fields that they read. */
export function nodesReadBy(model: Model, entity: Entity, trigger: Trigger): readonly Node[] {
  return triggerNodes(entity, trigger).flatMap((node) => [node, expandAll(model, node)])
}

/** Reports whether an expression reads a timer, of whichever record; computed fields are looked through. */
export function readsTimers(model: Model, node: Node): boolean {
  return readsTimer(expandAll(model, node))
}

/** Lists the entities of whose records an expression reads timers; `isOwn`: of the record at hand. */
export function timersReadBy(node: Node): readonly { readonly entity: string; readonly isOwn: boolean }[] {
  return nodesIn(node).flatMap((each) => {
    const record = each.kind === 'call' && isTimer(each) ? each.arguments[0] : undefined
    if (record?.type.kind !== 'record') return []
    return [{ entity: record.type.entity, isOwn: record.kind === 'this' }]
  })
}

function readsTimer(node: Node): boolean {
  return someNode(node, isTimer)
}

/** Computed fields that read computed fields are looked through, too; a circle is an error of the document. */
function expandAll(model: Model, node: Node): Node {
  const expanded = expandComputed(model, node)
  return expanded === node ? node : expandAll(model, expanded)
}
