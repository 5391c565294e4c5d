// Works out the meaning of a move to each column: a transition, a changed field, or a refusal.
import { stateFor } from '#shared/decisions/4-states.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'
import type { Entity, Field, Transition } from '#shared/model/model.ts'
import { labelOfName } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import type { LabelledWord } from '../../words/label-of.ts'
import { labelOf } from '../../words/label-of.ts'
import { say } from '../../words/say.ts'

export type Move =
  /** Any of these leads there; of several the person chooses. */
  | { readonly kind: 'transition'; readonly transitions: readonly Transition[] }
  | { readonly kind: 'update' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Finds the move to each other column, by word. The map is empty where the permissions on the card are not known. */
export function movesOf(
  entity: Entity,
  field: Field,
  record: RecordData,
  words: readonly LabelledWord[],
): ReadonlyMap<string, Move> {
  const permissions = record._may
  if (permissions === undefined) return new Map()
  const name = field.name.identifier
  const here = String(record[name] ?? '')
  const others = words.filter(({ word }) => word !== here)
  const move = (word: string): Move => {
    if (entity.workflows.has(name)) return moveByTransition(entity, field, record, { words, word })
    const decision = permissions.update[name]
    if (decision === true) return { kind: 'update' }
    return {
      kind: 'refused',
      reason: decision?.message ?? say('You may not change {name}.', { name: labelOfName(field.name) }),
    }
  }
  return new Map(others.map(({ word }) => [word, move(word)]))
}

function moveByTransition(
  entity: Entity,
  field: Field,
  record: RecordData,
  { words, word }: { readonly words: readonly LabelledWord[]; readonly word: string },
): Move {
  const name = field.name.identifier
  const leading = [...entity.transitions.values()].filter(
    (transition) => transition.field === name && leadsTo(transition, stateFor(transition, record), word),
  )
  const decisions = leading.map((transition) => ({
    transition,
    decision: record._may?.transitions[transition.name.identifier],
  }))
  const possible = decisions.filter(({ decision }) => decision !== undefined && decision.allowed !== false)
  if (possible.length > 0) return { kind: 'transition', transitions: possible.map(({ transition }) => transition) }
  const refused = decisions.find(({ decision }) => decision?.allowed === false)
  const from = labelOf(words, String(record[name] ?? ''))
  const reason =
    refused?.decision?.allowed === false
      ? sayRefusal(refused.decision.refusal)
      : leading.length > 0
        ? say('You may not move it to {word}.', { word: labelOf(words, word) })
        : say('This can’t move from {from} to {word}.', { from, word: labelOf(words, word) })
  return { kind: 'refused', reason }
}

/**
 * Says why a move is refused. The remedy goes before the message of `not_allowed`: naming those who can do it says
 * more than that the person may not.
 */
function sayRefusal({ code, message, remedy }: WordedRefusal): string {
  return code === 'not_allowed' ? (remedy ?? message) : message
}

function leadsTo({ rows }: Transition, state: string, word: string): boolean {
  return rows.some(
    ({ from, to }) =>
      to !== 'stay' && to.includes(word) && (from === 'any' || (from !== 'new record' && from.includes(state))),
  )
}
