// Chooses the words of a field that have a column of a board: those that its condition does not rule out.
import { wordsOf } from '#shared/fields/choice.ts'
import type { Field, Model, Screen } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { currentMoment } from '../../clock.ts'
import { makeLocalEvaluator } from '../../data/records/local-evaluator.ts'

interface BoardWords {
  readonly field: Field
  /** Condition on the records of the board. */
  readonly where: Screen['where']
}

/**
 * Lists the words that the condition of the board does not rule out by themselves. Other values of a record are not
 * known here.
 */
export function shownWords(model: Model, actor: Actor, { field, where }: BoardWords): ReturnType<typeof wordsOf> {
  const words = wordsOf(field.type)
  if (where === undefined) return words
  const now = currentMoment()
  return words.filter(({ word }) => {
    const record = { id: '', [field.name.identifier]: word }
    return makeLocalEvaluator(model, actor, { record, now })(where.tree) !== false
  })
}
