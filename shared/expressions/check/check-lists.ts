// Checks the types of lists and indexes.
import { expressions as say } from '../../diagnostics/expressions.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { isCollection, joinTypes } from '../type-rules.ts'
import type { Type } from '../type.ts'
import type { CheckContext } from './check-context.ts'
import { checkLookup, readLookup } from './check-lookup.ts'
import { literally } from './check-template.ts'
import { convertNode } from './convert-node.ts'
import { describeType } from './describe-type.ts'
import { canBeJson, JSON_VALUE, toJson } from './unify.ts'

export function checkList(
  syntax: Extract<Syntax, { readonly kind: 'list' }>,
  context: CheckContext,
  expected?: Type,
): Node | undefined {
  const items: Node[] = []
  let of: Type | undefined = { kind: 'null' }
  let unlike: Node | undefined
  for (const each of syntax.items) {
    const item = context.check(each, expected && isCollection(expected) ? expected.of : undefined)
    if (!item) continue
    items.push(item)
    const joined: Type | undefined = of && joinTypes(of, item.type)
    if (of && !joined && !items.every(({ type }) => canBeJson(type, context))) {
      context.report(say.differentItems(each.span, { first: describeType(of), other: describeType(item.type) }))
      unlike = item
    } else of = joined
  }
  if (items.length < syntax.items.length || unlike) return undefined
  const type = of ?? JSON_VALUE
  const converted = items.map((item) => (of ? (convertNode(item, of) ?? item) : toJson(item)))
  return { kind: 'list', items: converted, type: { kind: 'list', of: type }, span: syntax.span }
}

export function checkIndex(
  syntax: Extract<Syntax, { readonly kind: 'index' }>,
  context: CheckContext,
  expected?: Type,
): Node | undefined {
  const asked = readLookup(syntax, context)
  if (asked) return checkLookup(asked, syntax.span, context, expected)
  const object = context.check(syntax.object)
  const index = context.check(literally(syntax.index))
  if (!object || !index) return undefined
  const { span } = syntax
  if (object.type.kind === 'list' && index.type.kind === 'integer')
    return { kind: 'index', object, index, type: object.type.of, span }
  if (object.type.kind === 'json' && (index.type.kind === 'integer' || index.type.kind === 'text'))
    return { kind: 'index', object, index, type: object.type, span }
  if (object.type.kind === 'object' && index.kind === 'literal' && typeof index.value === 'string') {
    const type = Object.hasOwn(object.type.fields, index.value) ? object.type.fields[index.value] : undefined
    if (type) return { kind: 'member', object, name: index.value, type, span }
  }
  context.report(
    say.wrongOperands(span, { operator: '[ ]', left: describeType(object.type), right: describeType(index.type) }),
  )
  return undefined
}
