// Says what readers of a text must be able to read to see a value by the name that effects gave it.
import type { Expression, Node } from '../../expressions/node.ts'
import { isCollection } from '../../expressions/type-rules.ts'
import type { Entity } from '../model.ts'
import type { Span } from '../../text/span.ts'

/**
 * The value behind `let`, as its readers are asked for it. Of a record chosen out of a set only the record itself is
 * asked for, where something of it is shown: undefined.
 */
export function askedOfNamed({ tree, asked = tree }: Expression): Node | undefined {
  if (tree.type.kind !== 'record') return asked
  return WAYS.has(asked.kind) ? asked : undefined
}

/** The values behind the name of `for each`; a record is asked for itself: undefined. */
export function askedOfEach({ tree, asked = tree }: Expression): Node | undefined {
  const { type } = tree
  return isCollection(type) && type.of.kind !== 'record' ? asked : undefined
}

/** The fields of the record at hand into which an input goes, as one value. */
export function askedOfInput({ name, fields }: Entity, into: ReadonlySet<string>, span: Span): Node | undefined {
  const entity = name.identifier
  const record: Node = { kind: 'this', type: { kind: 'record', entity }, span }
  const items = [...into].flatMap((field): Node | readonly Node[] => {
    const found = fields.get(field)
    return found ? { kind: 'field', record, entity, field, type: found.valueType, span } : []
  })
  const [first] = items
  return first && { kind: 'list', items, type: { kind: 'list', of: first.type }, span }
}

/** Ways from one record to another, and names of records. */
const WAYS: ReadonlySet<Node['kind']> = new Set(['field', 'input', 'conditional'])
