// Makes the input by which a person says to which of several states a transition leads.
import type { TransitionInput, TransitionRow, Workflow } from '#shared/model/model.ts'
import { say } from '../../words/say.ts'

/** Makes an input for the target state, where a row leads to one of several states and the person chooses. */
export function targetInput(states: Workflow['states'], rows: readonly TransitionRow[]): readonly TransitionInput[] {
  const row = rows.find(({ to }) => to !== 'stay' && to.length > 1)
  if (!row || row.to === 'stay') return []
  const { to } = row
  const span = { start: 0, end: 0 }
  const words = states.filter(({ word }) => to.includes(word)).map(({ word, label }) => ({ word, label, span }))
  return [
    {
      name: { label: say('To'), identifier: 'to', span },
      type: { kind: 'one of', words },
      valueType: { kind: 'choice', words: words.map(({ word }) => word) },
      required: true,
      cite: row.cite,
    },
  ]
}
