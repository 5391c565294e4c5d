// Says in words what a type is.
import type { Type } from '../type.ts'

/** Describes a type in words for people: "a text", "records of Ticket". */
export function describeType(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'yes or no'
    case 'text':
      return 'a text'
    case 'integer':
      return 'a whole number'
    case 'number':
      return 'a number'
    case 'decimal':
      if (type.unit === 'percent') return 'a per cent'
      return type.unit === 'currency' ? 'money' : `a decimal(${type.scale})`
    case 'date':
    case 'time':
    case 'duration':
      return `a ${type.kind}`
    case 'timestamp':
      return 'a date and time'
    case 'json':
      return type.isFile === true ? 'a file' : 'json'
    case 'calendar':
      return 'a calendar'
    case 'choice':
      return `one of ${type.words.join(', ')}`
    case 'null':
      return 'an empty value'
    case 'record':
      return `a record of ${type.entity}`
    case 'set':
      return type.of.kind === 'record' ? `records of ${type.of.entity}` : `a set (each ${describeType(type.of)})`
    case 'list':
      return type.of.kind === 'null' ? 'an empty list' : `a list (each ${describeType(type.of)})`
    case 'object':
      return `values by name (${Object.keys(type.fields).join(', ')})`
  }
}
