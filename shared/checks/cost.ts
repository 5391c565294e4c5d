// Does an expression, or the pattern of a field, take more work for one record than anybody should wait for?
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { tooSlow } from '../diagnostics/linking.ts'
import { mostCharacters } from '../fields/value-limits.ts'
import { LONG_TEXT_CHARACTERS } from '../fields/text.ts'
import { MOST_WORK, workOf, workOfPattern } from '../model/expression-cost.ts'
import { isShown } from '../points/declarations.ts'
import { expressionsIn } from './expressions-in.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkWork: SpecificationCheck = (model, { entities }) => {
  const expensive = new Map<number, Diagnostic>()
  for (const { tree, span } of expressionsIn(model))
    if (workOf(model, tree) > MOST_WORK) expensive.set(span.start, tooSlow(span, { what: 'This' }))
  const patterns = isShown(entities)
    ? entities.entities.flatMap(({ name, fields }) =>
        fields.flatMap(({ name: { identifier }, limits: { pattern } }) => {
          const field = model.entities.get(name.identifier)?.fields.get(identifier)
          if (field === undefined || pattern === undefined || field.limits.pattern === undefined) return []
          const { type, limits } = field
          const shape = { type, limits: limits.max === undefined ? {} : { max: limits.max } }
          const work = workOfPattern(field.limits.pattern, mostCharacters(shape) ?? LONG_TEXT_CHARACTERS)
          return work > MOST_WORK ? [tooSlow(pattern.span, { what: 'This pattern' })] : []
        }),
      )
    : []
  return [...expensive.values(), ...patterns]
}
