// Relates types: equality, order and common type.
import type { Type } from './type.ts'

export const BOOLEAN: Type = { kind: 'boolean' }
export const TEXT: Type = { kind: 'text' }
export const INTEGER: Type = { kind: 'integer' }
export const NUMBER: Type = { kind: 'number' }
export const NULL: Type = { kind: 'null' }

/** Properties of a file that an expression may read. The size is in bytes. */
export const FILE_MEMBERS: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['name', TEXT],
  ['type', { kind: 'text', isCode: true }],
  ['size', INTEGER],
])

export function isSame(a: Type, b: Type): boolean {
  if (a === b) return true
  switch (a.kind) {
    case 'decimal':
      return b.kind === 'decimal' && a.scale === b.scale
    case 'json':
      return b.kind === 'json' && a.isFile === b.isFile
    case 'choice':
      return (
        b.kind === 'choice' &&
        a.words.length === b.words.length &&
        a.words.every((word, index) => word === b.words[index])
      )
    case 'record':
      return b.kind === 'record' && a.entity === b.entity
    case 'set':
    case 'list':
      return b.kind === a.kind && isSame(a.of, b.of)
    case 'object': {
      if (b.kind !== 'object') return false
      const names = Object.keys(a.fields)
      return (
        names.length === Object.keys(b.fields).length &&
        names.every((name) => Object.hasOwn(b.fields, name) && isSame(a.fields[name] as Type, b.fields[name] as Type))
      )
    }
    default:
      return a.kind === b.kind
  }
}

/**
 * Counts the types that a type consists of. Objects inside objects could double the count with each step, so it is
 * limited.
 */
export function sizeOfType(type: Type): number {
  if (isCollection(type)) return 1 + sizeOfType(type.of)
  if (type.kind !== 'object') return 1
  return Object.values(type.fields).reduce((sum, each) => sum + sizeOfType(each), 1)
}

export const LARGEST_TYPE = 300

export function isNumeric(type: Type): boolean {
  return type.kind === 'integer' || type.kind === 'number' || type.kind === 'decimal'
}

export function isTextual(type: Type): boolean {
  return type.kind === 'text' || type.kind === 'choice'
}

export function isCollection(type: Type): type is Extract<Type, { readonly of: Type }> {
  return type.kind === 'set' || type.kind === 'list'
}

/** Can `<` compare two of them? */
export function isOrdered(type: Type): boolean {
  return isNumeric(type) || isTextual(type) || ['date', 'time', 'timestamp', 'duration', 'null'].includes(type.kind)
}

/** Is it sorted as people sort texts, and not by its characters? */
export function isCollated(type: Type): boolean {
  return type.kind === 'text' && type.isCode !== true
}

/** The type that both are brought to: of two branches, of a list's items, of the sides of a comparison. */
export function joinTypes(a: Type, b: Type): Type | undefined {
  if (a.kind === 'null') return b
  if (a.kind === 'text' && b.kind === 'text') return isCollated(a) ? a : b
  if (b.kind === 'null' || isSame(a, b)) return a
  if (isNumeric(a) && isNumeric(b)) {
    if (a.kind === 'number' || b.kind === 'number') return NUMBER
    const scale = Math.max(a.kind === 'decimal' ? a.scale : 0, b.kind === 'decimal' ? b.scale : 0)
    const areShares = [a, b].every((each) => each.kind === 'decimal' && each.isShare)
    return { kind: 'decimal', scale, ...(areShares ? { isShare: true } : {}) }
  }
  if (a.kind === 'choice' && b.kind === 'choice') return holdsWords(a, b) ? a : holdsWords(b, a) ? b : TEXT
  if (isTextual(a) && isTextual(b)) return TEXT
  if (isCollection(a) && isCollection(b)) {
    const of = joinTypes(a.of, b.of)
    return of && { kind: a.kind === b.kind ? a.kind : 'set', of }
  }
  return a.kind === 'object' && b.kind === 'object' ? joinObjects(a, b) : undefined
}

type ObjectType = Extract<Type, { readonly kind: 'object' }>

/** Objects with the same names: `[{ part: 0.5 }, { part: 0.25 }]`. */
function joinObjects(a: ObjectType, b: ObjectType): ObjectType | undefined {
  const fields: { [name: string]: Type } = {}
  for (const [name, type] of Object.entries(a.fields)) {
    const other = Object.hasOwn(b.fields, name) ? b.fields[name] : undefined
    const joined = other && joinTypes(type, other)
    if (joined === undefined) return undefined
    fields[name] = joined
  }
  return Object.keys(b.fields).every((name) => Object.hasOwn(fields, name)) ? { kind: 'object', fields } : undefined
}

export type ChoiceType = Extract<Type, { readonly kind: 'choice' }>

export function holdsWords(all: ChoiceType, some: ChoiceType): boolean {
  return some.words.every((word) => all.words.includes(word))
}
