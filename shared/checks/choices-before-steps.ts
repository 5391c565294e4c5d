// Notes a choice that a step compares with what the same step fills in: it is asked before.
import { choiceBeforeStep } from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { readsOf } from '../expressions/reads.ts'
import type { Entity, TransitionInput, TransitionRow } from '../model/model.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkChoicesBeforeSteps: SpecificationCheck = ({ entities }) => {
  const found = [...entities.values()].flatMap((entity) =>
    [...entity.transitions.values()].flatMap(({ rows }) =>
      rows.flatMap((row) => row.asks.flatMap((ask) => comparedWithFilled(entity, row, ask))),
    ),
  )
  // The inputs below the heading of a step are those of each of its rows.
  return [...new Map(found.map((each) => [each.span.start, each])).values()]
}

/** Reports the first field that the choice reads and the row fills in. One that takes the choice itself holds the last one until then. */
function comparedWithFilled(
  { fields }: Entity,
  { then }: TransitionRow,
  { name, chooseFrom }: TransitionInput,
): readonly Diagnostic[] {
  if (!chooseFrom) return []
  const { own } = readsOf(chooseFrom.tree)
  for (const effect of then) {
    if (effect.kind !== 'set' || !own.includes(effect.field)) continue
    const { tree } = effect.value
    if (tree.kind === 'input' && tree.name === name.identifier) continue
    const field = fields.get(effect.field)?.name.label ?? effect.field
    const input = tree.kind === 'input' ? `input.${tree.name}` : undefined
    return [choiceBeforeStep(chooseFrom.span, { choice: name.label, field, input })]
  }
  return []
}
