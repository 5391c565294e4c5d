// Does an expression, or the pattern of a field, take more work for one record than anybody should wait for?
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { tooSlow } from '../diagnostics/linking.ts'
import type { Expression } from '../expressions/node.ts'
import { mostCharacters } from '../fields/value-limits.ts'
import { LONG_TEXT_CHARACTERS } from '../fields/text.ts'
import { MOST_WORK, workOf, workOfPattern } from '../model/expression-cost.ts'
import { isShown } from '../points/declarations.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkWork: SpecificationCheck = (model, { entities }) => {
  const dear = new Map<number, Diagnostic>()
  for (const { tree, span } of expressionsIn(model))
    if (workOf(model, tree) > MOST_WORK) dear.set(span.start, tooSlow(span, { what: 'This' }))
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
  return [...dear.values(), ...patterns]
}

/** Wherever they stand in the model. */
function expressionsIn(model: object): readonly Expression[] {
  const found: Expression[] = []
  const seen = new Set<unknown>()
  const waiting: unknown[] = [model]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if ('tree' in value && 'text' in value && 'span' in value) found.push(value as Expression)
    else if (value instanceof Map) for (const each of value.values()) waiting.push(each)
    else for (const each of Object.values(value)) waiting.push(each)
  }
  return found
}
