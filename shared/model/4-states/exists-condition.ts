// Makes the condition of `create … unless exists` from the unique fields of an entity.
import type { BinaryOperator, Expression, Node } from '../../expressions/node.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import { findName } from '../link-context.ts'
import type { FieldSetting } from '../model.ts'
import type { EntityOutline } from '../outline.ts'

/**
 * Unique fields, and combinations of fields, of which all are given; where none is, all that is given must be the same. An empty value
 * is never the same as another one in what is unique.
 * The values are those of the record at hand: the condition can be asked before anything is created.
 */
export function existsCondition(entity: EntityOutline, given: readonly FieldSetting[]): Expression | undefined {
  const [first] = given
  if (!first) return undefined
  const isGiven = (key: readonly string[]): boolean => key.every((field) => given.some((each) => each.field === field))
  const keys = uniqueKeys(entity).filter(isGiven)
  const all = given.map(({ field }) => field)
  const { span } = first.value
  const conditions = (keys.length > 0 ? keys : [all]).map((key) => {
    const same = key.flatMap((name) => {
      const value = given.find(({ field }) => field === name)?.value
      if (value === undefined) return []
      const equal = equals(entity, name, value.tree)
      return keys.length > 0 ? [isThere(value.tree), equal] : [equal]
    })
    return existing(
      entity,
      same.reduce((left, right) => binary('and', left, right)),
    )
  })
  return { tree: conditions.reduce((left, right) => binary('or', left, right)), text: 'exists', span }
}

/** The records of which a condition made here says that there are some. */
export function existingRecords(exists: Expression): Expression {
  const { tree } = exists
  const sets = setsOf(tree)
  const [first] = sets
  if (!first) return exists
  const { span, set } = first
  const body = sets.map((each) => each.body).reduce((left, right) => binary('or', left, right))
  const found: Node = { kind: 'each', operation: 'filter', set, variable: OTHER, body, type: set.type, span }
  return { ...exists, tree: found }
}

function setsOf(tree: Node): readonly (Node & { readonly kind: 'each' })[] {
  if (tree.kind === 'each') return [tree]
  return tree.kind === 'binary' ? [...setsOf(tree.left), ...setsOf(tree.right)] : []
}

function uniqueKeys(entity: EntityOutline): readonly (readonly string[])[] {
  const named = [...entity.fields.values()].map(({ name }) => name)
  const find = (reference: Parameters<typeof findName>[0]): string =>
    findName(reference, named, 'field') ?? reference.value
  const single = [...entity.fields.values()].flatMap(({ name, declaration, builtIn }) => {
    const unique = declaration?.limits.unique
    if (builtIn?.unique) return [[name.identifier]]
    return unique ? [[name.identifier, ...unique.per.map(find)]] : []
  })
  const together = (entity.declaration?.unique ?? []).map(({ fields }) => fields.map(find))
  return [...single, ...together]
}

/** Not a name that a document can give. */
const OTHER = 'existing one'

function equals(entity: EntityOutline, field: string, value: Node): Node {
  const { identifier } = entity.name
  const record: Node = { kind: 'variable', name: OTHER, type: { kind: 'record', entity: identifier }, span: value.span }
  const type = entity.fields.get(field)?.valueType ?? value.type
  return binary('==', { kind: 'field', record, entity: identifier, field, type, span: value.span }, value)
}

function isThere(value: Node): Node {
  return binary('!=', value, { kind: 'literal', value: null, type: { kind: 'null' }, span: value.span })
}

function existing(entity: EntityOutline, body: Node): Node {
  const { identifier } = entity.name
  const { span } = body
  const set: Node = {
    kind: 'records',
    entity: identifier,
    type: { kind: 'set', of: { kind: 'record', entity: identifier } },
    span,
  }
  return { kind: 'each', operation: 'exists', set, variable: OTHER, body, type: BOOLEAN, span }
}

function binary(operator: BinaryOperator, left: Node, right: Node): Node {
  return { kind: 'binary', operator, left, right, type: BOOLEAN, span: left.span }
}
