// Lists the expressions of a model for the checks that look at all of them.
import type { Expression } from '../expressions/node.ts'
import type { Model } from '../model/model.ts'

/** Lists the expressions, wherever they stand in the model or in a part of it. */
export function expressionsIn(part: Model | readonly unknown[]): readonly Expression[] {
  const known = kept.get(part)
  if (known) return known
  const found: Expression[] = []
  const seen = new Set<object>()
  const waiting: object[] = [part]
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) waiting.push(value)
  }
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (seen.has(value)) continue
    seen.add(value)
    if ('tree' in value && 'text' in value && 'span' in value) found.push(value as Expression)
    else if (Array.isArray(value) || value instanceof Map) value.forEach(add)
    else for (const key in value) if (!WITHOUT.has(key)) add(value[key as keyof typeof value])
  }
  kept.set(part, found)
  return found
}

/** Several checks ask for those of one model. */
const kept = new WeakMap<object, readonly Expression[]>()

/** Members in which no expression stands; they are most of the model. */
const WITHOUT: ReadonlySet<string> = new Set([
  'cite',
  'span',
  'name',
  'type',
  'valueType',
  'limits',
  'workflows',
  'reverses',
])
