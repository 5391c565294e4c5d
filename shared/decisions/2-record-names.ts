// Decides what may stand for the id in the path of a record: its number, or a unique value of its title.
import { someNode } from '../expressions/walk.ts'
import { isId } from '../fields/relation.ts'
import { isSequence, readNumberInSequence } from '../fields/sequence.ts'
import { isKey } from '../model/is-key.ts'
import type { Entity, Field } from '../model/model.ts'

/** A unique field with a value: `number` with "HD-00356". */
export interface RecordName {
  readonly field: string
  readonly value: string
}

/**
 * Lists the fields and values that a text in a path may stand for, numbers first. An id stands for itself. Only
 * fields in `readable` are searched.
 */
export function recordNames(entity: Entity, readable: ReadonlySet<string>, text: string): readonly RecordName[] {
  if (text === '' || isId(text)) return []
  const fields = [...entity.fields.values()].filter((field) => readable.has(field.name.identifier))
  const numbers = fields.flatMap(({ name, type }) => {
    const value = readNumberInSequence(type, text)
    return value === undefined ? [] : [{ field: name.identifier, value }]
  })
  const others = fields
    .filter((field) => !isSequence(field.type) && isKey(field) && isInTitle(entity, field))
    .map(({ name }) => ({ field: name.identifier, value: text }))
  return [...numbers, ...others]
}

function isInTitle(entity: Entity, { name }: Field): boolean {
  return someNode(
    entity.title.tree,
    (node) => node.kind === 'field' && node.record.kind === 'this' && node.field === name.identifier,
  )
}
