// Replaces computed fields and named conditions in expressions with their definitions.
// A computed field with a column of its own stays a field.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/linking.ts'
import type { Expression, Node } from '../expressions/node.ts'
import type { Environment } from '../expressions/schema.ts'
import { BOOLEAN, sizeOfType, TEXT } from '../expressions/type-rules.ts'
import type { Type } from '../expressions/type.ts'
import { childrenOf, mapNode, someNode } from '../expressions/walk.ts'
import type { Fragment } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import { selfRelationsOf } from './3-entities/self-relations.ts'
import type { FixedConstants } from './9-constants/fixed-constants.ts'
import type { EntityOutline, Outline } from './outline.ts'
import type { RoleConditions } from './6-roles/role-conditions.ts'
import { rolesNamed } from './expression-schema.ts'
import { reportLocalisedMisuse } from './show-holes.ts'
import { substitute, substituteThis } from './substitute-this.ts'

type ExpressionReader = (source: Fragment, environment: Environment, expected?: Type) => Expression | undefined

export interface Definitions {
  /** The expression of a computed field or of a word; undefined where it has none, or was reported. */
  of(entity: string, member: string): Expression | undefined
  isStored(entity: string, field: string): boolean
  /** A checked tree with meanings in place of names. */
  resolve(tree: Node): Node
  /**
   * Replaces names like `resolve`, for expressions that are evaluated under the policy of a reader: computed fields
   * stay fields, which the document evaluates.
   */
  resolveForReader(tree: Node): Node
}

/** Nodes of one expression with its meanings put in, and of all of a document together: fields that build on fields could double with each step. */
const MOST_PARTS = 10_000
const MOST_PARTS_OF_ALL = 1_000_000

/** `read` checks an expression without resolving it. Each meaning is read once, when it is first needed. */
export function makeDefinitions(
  outline: Outline,
  read: ExpressionReader,
  roleConditions: RoleConditions,
  constants: FixedConstants,
  report: (diagnostic: Diagnostic) => void,
  writtenAt: (span: Span) => string,
): Definitions {
  const known = new Map<string, Expression | undefined | 'reading'>()
  const written = new Map<string, Node>()
  const sizes = new Map<string, number>()
  const stored = new Map<string, boolean>()
  let left = MOST_PARTS_OF_ALL
  const isNamed = (entity: string, member: string): boolean => {
    const outlined = outline.entities.get(entity)
    return outlined?.fields.get(member)?.computed === true || outlined?.words.has(member) === true
  }
  /** Each part counts as much as its type: an object's is written out wherever it stands. */
  const sizeOf = (tree: Node): number => {
    const own =
      tree.kind === 'field' && isNamed(tree.entity, tree.field)
        ? sizeOfMeaning(tree.entity, tree.field)
        : sizeOfType(tree.type)
    return childrenOf(tree).reduce((sum, child) => sum + sizeOf(child), own)
  }
  const sizeOfMeaning = (entity: string, member: string): number =>
    of(entity, member) ? (sizes.get(`${entity}.${member}`) ?? 1) : 1
  /** The size of the whole; undefined after it was said to be too much. */
  const afford = (tree: Node, span: Span): number | undefined => {
    const size = sizeOf(tree)
    left -= size
    if (size <= MOST_PARTS && left >= 0) return size
    report(say.valueTooLarge(span, { limit: size > MOST_PARTS ? MOST_PARTS : MOST_PARTS_OF_ALL }))
    return undefined
  }
  const of = (entity: string, member: string): Expression | undefined => {
    const key = `${entity}.${member}`
    const found = known.get(key)
    const outlined = outline.entities.get(entity)
    const source = outlined && sourceOf(outlined, member)
    if (found === 'reading') {
      const [along] = outlined ? selfRelationsOf(entity, outlined.fields) : []
      if (source) report(say.circularValue(source.span, { name: key, along }))
      return undefined
    }
    if (found !== undefined || known.has(key) || !source) return found
    known.set(key, 'reading')
    const expression = read(source.text, { record: entity }, source.type)
    const size = expression && afford(expression.tree, source.span)
    const resolved =
      expression && size !== undefined ? { ...expression, tree: replaceNames(expression.tree, () => true) } : undefined
    if (expression && resolved) written.set(key, expression.tree)
    sizes.set(key, size ?? 1)
    const misuse = resolved && reportLocalisedMisuse(resolved.tree, resolved.span, writtenAt)
    if (misuse) report(misuse)
    known.set(key, resolved)
    return resolved
  }
  const isStored = (entity: string, field: string): boolean => {
    const key = `${entity}.${field}`
    const found = stored.get(key) ?? findStored(entity, field)
    stored.set(key, found)
    return found
  }
  const findStored = (entity: string, field: string): boolean => {
    const outlined = outline.entities.get(entity)?.fields.get(field)
    const expression = outlined?.computed === true && outlined.type.kind !== 'relation' ? of(entity, field) : undefined
    return expression !== undefined && !someNode(expression.tree, (node) => !isOfTheRowItself(node, constants))
  }
  const replaceNames = (tree: Node, isReplaced: (entity: string, member: string) => boolean): Node =>
    mapNode(tree, (node) => {
      if (node.kind === 'call' && node.name === 'is') return roleAsked(node, outline, roleConditions)
      if (node.kind !== 'field') return node
      if (!isNamed(node.entity, node.field)) return node
      const meaning = of(node.entity, node.field)
      return meaning && isReplaced(node.entity, node.field) ? substituteThis(meaning.tree, node.record) : node
    })
  const resolve = (tree: Node): Node =>
    afford(tree, tree.span) === undefined
      ? { kind: 'literal', value: null, type: tree.type, span: tree.span }
      : replaceNames(tree, (entity, member) => !isStored(entity, member))
  const resolveForReader = (tree: Node): Node =>
    mapNode(tree, (node) => {
      if (node.kind === 'call' && node.name === 'is')
        return roleAsked(node, outline, roleConditions, node.arguments[0]?.kind === 'me')
      if (node.kind !== 'field' || outline.entities.get(node.entity)?.words.has(node.field) !== true) return node
      // A word means what it is written as, under the same policy.
      const meaning = of(node.entity, node.field) && written.get(`${node.entity}.${node.field}`)
      return meaning ? substituteThis(resolveForReader(meaning), node.record) : node
    })
  return { of, isStored, resolve, resolveForReader }
}

/**
 * `me.is("Room manager", room)`: who has the role, or one that includes it, is given it or fulfils its condition on the room.
 * `isOwn`: readers may know which roles they have, whatever of the room they may read; the document decides its condition.
 */
function roleAsked(
  asked: Node & { readonly kind: 'call' },
  outline: Outline,
  roleConditions: RoleConditions,
  isOwn = false,
): Node {
  const [person, role, record] = asked.arguments
  if (!person || !record || role?.kind !== 'literal' || record.type.kind !== 'record') return asked
  const { entity } = record.type
  const { span } = asked
  const combine = (operator: 'and' | 'or' | '!=', left: Node, right: Node): Node => {
    return { kind: 'binary', operator, left, right, type: BOOLEAN, span }
  }
  const roles = rolesNamed([...outline.roles.values()], String(role.value))
  const given = roles.filter((each) => !each.ofRecords).map((each) => each.name.identifier)
  const ways: Node[] = given.length > 0 ? [{ kind: 'is', person, roles: given, type: BOOLEAN, span }] : []
  for (const each of roles) {
    for (const condition of roleConditions(each.name.identifier, entity)) {
      // A condition that can't be run is unknown: the person neither has the role nor lacks it.
      const tree: Node = condition?.tree ?? { kind: 'literal', value: null, type: BOOLEAN, span }
      const name: Node = { kind: 'literal', value: each.name.identifier, type: TEXT, span }
      ways.push(
        isOwn && condition
          ? { kind: 'call', name: 'role', arguments: [record, name], type: BOOLEAN, span }
          : substitute(tree, { this: record, me: person }),
      )
    }
  }
  const [first, ...rest] = ways
  if (!first) return { kind: 'literal', value: null, type: BOOLEAN, span }
  // Nobody has no role, also where the record names nobody.
  const isSomebody = combine('!=', person, { kind: 'literal', value: null, type: person.type, span })
  return combine(
    'and',
    isSomebody,
    rest.reduce((left, right) => combine('or', left, right), first),
  )
}

function sourceOf(
  entity: EntityOutline,
  member: string,
): { readonly text: Fragment; readonly type: Type; readonly span: { start: number; end: number } } | undefined {
  const word = entity.words.get(member)
  if (word) return { text: word.means, type: BOOLEAN, span: word.span }
  const field = entity.fields.get(member)
  const text = field?.computed ? field.declaration?.value : undefined
  return field && text && { text, type: field.valueType, span: field.span }
}

/** Depends on nothing but stored fields of the same row and point 9, and comes to the same always and everywhere. */
function isOfTheRowItself(node: Node, constants: FixedConstants): boolean {
  switch (node.kind) {
    case 'limit':
      return constants.has(node.name)
    case 'field':
      return node.record.kind === 'this' && node.type.kind !== 'set'
    case 'this':
    case 'literal':
    case 'not':
    case 'negate':
    case 'binary':
    case 'conditional':
    case 'lookup':
      return true
    case 'call':
      return !DEPENDS_ON_ZONE.has(node.name) || isTextOfKey(node)
    default:
      return false
  }
}

/** A whole number is asked of a lookup by its text, which is the same everywhere. */
function isTextOfKey({ name, arguments: given }: Node & { readonly kind: 'call' }): boolean {
  return name === 'text' && given.every(({ type }) => type.kind === 'integer')
}

const DEPENDS_ON_ZONE = new Set(['date_of', 'time_of', 'weekday', 'start_of', 'later', 'days_between', 'print', 'text'])
