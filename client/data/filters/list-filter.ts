// Reads and writes the filter of a list in its address: `status=open,waiting&due_at:before=2026-12-01`.
import { both } from '#shared/decisions/2-screens.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { fieldsAlong } from '../records/list-columns.ts'
import type { FilterCondition } from './filter-condition.ts'
import { conditionText } from './filter-condition.ts'
import type { FilterOperator } from './filter-operators.ts'
import { needsValue, operatorsOf } from './filter-operators.ts'

export interface ListFilter {
  readonly conditions: readonly FilterCondition[]
  /** One of the conditions is enough. */
  readonly any: boolean
}

/** What stands in a list's address beside its conditions; no field's name begins with a line below. */
export const LIST_STATE_PARAMETERS: ReadonlySet<string> = new Set([
  'q',
  'sort',
  'view',
  '_any',
  '_where',
  '_title',
  '_columns',
  '_group',
  '_widths',
  '_saved',
])

/** So many conditions stay below what the server reads. */
const MOST_CONDITIONS = 20

/** What is no condition on a field that may be read is left out. */
export function readFilter(
  model: Model,
  entity: Entity,
  readable: ReadonlySet<string>,
  parameters: URLSearchParams,
): ListFilter {
  const conditions = [...parameters].flatMap(([key, value]): FilterCondition[] => {
    if (LIST_STATE_PARAMETERS.has(key)) return []
    const [path = '', written] = key.split(':')
    const field = readable.has(path.split('.')[0] ?? '')
      ? fieldsAlong(model, entity, path.split('.'))?.at(-1)
      : undefined
    const operator = field && operatorIn(field, written)
    if (field === undefined || operator === undefined) return []
    const condition = { field: path, operator, values: needsValue(operator) ? splitValues(value) : [] }
    return conditionText(field, condition) === undefined ? [] : [condition]
  })
  return { conditions: conditions.slice(0, MOST_CONDITIONS), any: parameters.get('_any') === '1' }
}

/** Replaces the conditions of the address, and leaves the rest of it. */
export function writeFilter(parameters: URLSearchParams, { conditions, any }: ListFilter): URLSearchParams {
  const next = new URLSearchParams([...parameters].filter(([key]) => LIST_STATE_PARAMETERS.has(key)))
  for (const { field, operator, values } of conditions) {
    const isPlain = operator === 'is' && !LIST_STATE_PARAMETERS.has(field)
    next.append(isPlain ? field : `${field}:${operator}`, needsValue(operator) ? joinValues(values) : '')
  }
  if (any && conditions.length > 1) next.set('_any', '1')
  else next.delete('_any')
  return next
}

/** In the language of the server. */
export function filterText(model: Model, entity: Entity, { conditions, any }: ListFilter): string | undefined {
  const texts = conditions.flatMap((condition) => {
    const field = fieldsAlong(model, entity, condition.field.split('.'))?.at(-1)
    const text = field && conditionText(field, condition)
    return text === undefined ? [] : [text]
  })
  return any && texts.length > 1 ? texts.map((text) => `(${text})`).join(' or ') : both(...texts)
}

/** A field without an operator is asked for what it is, or for what is among it. */
function operatorIn({ type }: Field, written: string | undefined): FilterOperator | undefined {
  // An address of old may ask of what is required by now.
  const operators = operatorsOf({ type, required: false })
  if (written !== undefined) return operators.find((operator) => operator === written)
  return operators.find((operator) => operator === 'is' || operator === 'contains')
}

/** Commas stand between values; those within one are written `\,`. */
function joinValues(values: readonly string[]): string {
  return values.map((value) => value.replaceAll('\\', '\\\\').replaceAll(',', '\\,')).join(',')
}

function splitValues(text: string): readonly string[] {
  const values = text.match(/(?:\\.|[^,\\])+/gs) ?? []
  return values.map((value) => value.replaceAll(/\\(.)/gs, '$1'))
}
