// Reads and writes the filter of a list in its address: `status=open,waiting&due_at:before=2026-12-01`.
import { joinConditions } from '#shared/decisions/2-screens.ts'
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
  /** Conditions in the address that can't be applied: an unknown field or operator, or a value that can't be read. */
  readonly lost?: readonly LostCondition[]
}

/** A parameter of the address, as it is written there. */
export interface LostCondition {
  readonly key: string
  readonly value: string
}

/** Query parameters of a list's address other than its conditions. No field name begins with an underscore. */
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

/** Parameters that other screens keep in the address of a list, unless a field has that name. */
const OTHER_PARAMETERS: ReadonlySet<string> = new Set(['on', 'trash'])

/** The number of conditions of a filter, which stays below what the server reads. */
const MOST_CONDITIONS = 20

/** Reads the conditions on fields that may be read. The others are lost, and the list says so. */
export function readListFilter(
  model: Model,
  entity: Entity,
  readable: ReadonlySet<string>,
  parameters: URLSearchParams,
): ListFilter {
  const conditions: FilterCondition[] = []
  const lost: LostCondition[] = []
  for (const [key, value] of parameters) {
    if (LIST_STATE_PARAMETERS.has(key) || key.startsWith('_')) continue
    const [path = '', written] = key.split(':')
    const field = readable.has(path.split('.')[0] ?? '')
      ? fieldsAlong(model, entity, path.split('.'))?.at(-1)
      : undefined
    if (field === undefined && OTHER_PARAMETERS.has(key)) continue
    const operator = field && operatorIn(field, written)
    const values = operator !== undefined && needsValue(operator) ? splitValues(value) : []
    const isKept =
      field !== undefined &&
      operator !== undefined &&
      conditions.length < MOST_CONDITIONS &&
      conditionText(field, { field: path, operator, values }) !== undefined
    if (isKept) conditions.push({ field: path, operator, values })
    // A condition without its value is none yet.
    else if (value !== '' || operator === undefined || !needsValue(operator)) lost.push({ key, value })
  }
  return { conditions, any: parameters.get('_any') === '1', ...(lost.length > 0 ? { lost } : {}) }
}

/** Replaces the conditions of the address, and leaves the rest of it. */
export function writeFilter(parameters: URLSearchParams, { conditions, any, lost = [] }: ListFilter): URLSearchParams {
  const next = new URLSearchParams([...parameters].filter(([key]) => LIST_STATE_PARAMETERS.has(key)))
  for (const { field, operator, values } of conditions) {
    const isPlain = operator === 'is' && !LIST_STATE_PARAMETERS.has(field)
    next.append(isPlain ? field : `${field}:${operator}`, needsValue(operator) ? joinValues(values) : '')
  }
  for (const { key, value } of lost) next.append(key, value)
  if (any && conditions.length > 1) next.set('_any', '1')
  else next.delete('_any')
  return next
}

/**
 * Prints the filter in the language of the server. Where a condition is lost it finds nothing, since all records are
 * not what was asked for.
 */
export function filterText(model: Model, entity: Entity, { conditions, any, lost }: ListFilter): string | undefined {
  if (lost !== undefined) return 'false'
  const texts = conditions.flatMap((condition) => {
    const field = fieldsAlong(model, entity, condition.field.split('.'))?.at(-1)
    const text = field && conditionText(field, condition)
    return text === undefined ? [] : [text]
  })
  return any && texts.length > 1 ? texts.map((text) => `(${text})`).join(' or ') : joinConditions(...texts)
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
