// Chooses the words of a field that have a column of a board: those that its condition does not rule out.
import { wordsOf } from '#shared/fields/choice.ts'
import type { Field, Model, Screen } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { makeLocalEvaluator } from '../../data/records/local-evaluator.ts'

interface BoardWords {
  readonly field: Field
  /** Which records the board has. */
  readonly where: Screen['where']
}

/** What is ruled out by the word only: what else stands in a record is not known here. */
export function shownWords(model: Model, actor: Actor, { field, where }: BoardWords): ReturnType<typeof wordsOf> {
  const words = wordsOf(field.type)
  if (where === undefined) return words
  const now = new Date().toISOString()
  return words.filter(({ word }) => {
    const record = { id: '', [field.name.identifier]: word }
    return makeLocalEvaluator(model, actor, { record, now })(where.tree) !== false
  })
}
