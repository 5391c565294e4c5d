// Defines relations: the id of another record, or the ids of several.
import type { FieldType, FieldTypeDefinition, ValueProblem } from './field-type.ts'
import { MORE_THAN, compareText, refuseValue } from './field-type.ts'
import { splitList } from './list-text.ts'

const MOST_RELATED = 1_000

const ID = { en: 'must be the id of a record of {entity}', de: 'muss die Id eines Eintrags von {entity} sein' }
const IDS = { en: 'must be a list of ids of {entity}', de: 'muss eine Liste von Ids von {entity} sein' }

type Relation = Extract<FieldType, { readonly kind: 'relation' }>

export const relation: FieldTypeDefinition<Relation> = {
  family: (type) => ('many' in type && type.many ? 'records' : 'record'),
  ordered: true,
  bounds: 'items',
  chosen: true,
  inTables: true,
  inCells: true,
  valueType: (type) => {
    const record = { kind: 'record', entity: type.entity } as const
    return type.many ? { kind: 'set', of: record } : record
  },
  column: (type) => (type.many ? { kind: 'none', form: 'set' } : { kind: 'TEXT', form: 'text' }),
  schema: (type) => {
    const id = { type: 'string', format: 'uuid' }
    return type.many ? { type: 'array', uniqueItems: true, maxItems: MOST_RELATED, items: id } : id
  },
  coerce: (input, type) => {
    if (!type.many)
      return isId(input) ? { value: input.toLowerCase() } : refuseValue('wrong_type', ID, { entity: type.entity })
    if (!Array.isArray(input) || !input.every(isId)) return refuseValue('wrong_type', IDS, { entity: type.entity })
    if (input.length > MOST_RELATED) return refuseValue('too_many', MORE_THAN, { most: MOST_RELATED })
    return { value: [...new Set(input.map((id) => id.toLowerCase()))] }
  },
  compare: compareText,
  print: (value, type, printing) => {
    const ids = Array.isArray(value) ? value : [value]
    return ids.map((id) => printing.title?.(type.entity, String(id)) ?? '…').join(', ')
  },
  // What a title names, only those who may look for records can say.
  read: (text, type) => {
    const ids = type.many ? splitList(text) : [text.trim()]
    if (!ids.every(isId)) return { problem: unknownTitle(text, type) }
    return relation.coerce(type.many ? ids : ids[0], type)
  },
}

const NO_TITLE = {
  en: 'must be a record of {entity}; “{text}” names none that is known, or several',
  de: 'muss ein Eintrag von {entity} sein; „{text}“ nennt keinen, der bekannt ist, oder mehrere',
}

/** Says of a text that it names no record, or more than one. */
export function unknownTitle(text: string, { entity }: Pick<Relation, 'entity'>): ValueProblem {
  return { code: 'wrong_type', says: NO_TITLE, values: { entity, text: text.trim() } }
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}
