// Says a condition in words for people: "you are its assignee and status is Open or Waiting".
import type { Node } from '../expressions/node.ts'
import type { Model } from '../model/model.ts'
import { wordsOf } from '../fields/choice.ts'
import { labelFor } from '../text/label.ts'

interface Speech {
  readonly model: Model
  /** The record that is spoken of, where it is not the one at hand: a relation whose target is chosen. */
  readonly about?: { readonly entity: string; readonly field: string }
}

/** Who fulfils a condition, where that is one person: "its assignee". */
export function sayPerson(speech: Speech, node: Node): string | undefined {
  if (node.kind !== 'binary' || node.operator !== '==') return undefined
  if (node.left.kind === 'me') return sayOwn(speech, node.right)
  return node.right.kind === 'me' ? sayOwn(speech, node.left) : undefined
}

/** Undefined where some part has no words: half a condition would mislead. */
export function sayCondition(speech: Speech, node: Node): string | undefined {
  switch (node.kind) {
    case 'binary':
      return node.operator === 'and' || node.operator === 'or'
        ? sayBoth(speech, node.operator, node.left, node.right)
        : sayComparison(speech, node)
    case 'not':
      return sayDenied(speech, node.operand)
    case 'field':
      return node.type.kind === 'boolean' ? joined(sayThing(speech, node), 'is yes') : undefined
    case 'is':
      return node.person.kind === 'me' ? joined('you are', sayRoles(speech, node.roles)) : undefined
    default:
      return undefined
  }
}

type Comparison = Extract<Node, { readonly kind: 'binary' }>

/** Beside "and", an "or" keeps its commas. */
function sayBoth(speech: Speech, operator: 'and' | 'or', left: Node, right: Node): string | undefined {
  const parts = [left, right].map((part) => {
    const said = sayCondition(speech, part)
    const isOther = part.kind === 'binary' && part.operator === (operator === 'and' ? 'or' : 'and')
    return said !== undefined && isOther && operator === 'and' ? `(${said})` : said
  })
  return parts.includes(undefined) ? undefined : parts.join(` ${operator} `)
}

function sayDenied(speech: Speech, node: Node): string | undefined {
  if (node.kind === 'field' && node.type.kind === 'boolean') return joined(sayThing(speech, node), 'is no')
  if (node.kind === 'is' && node.person.kind === 'me') return joined('you are not', sayRoles(speech, node.roles))
  if (node.kind !== 'binary') return undefined
  const operator = OPPOSITES[node.operator]
  if (operator !== undefined) return sayComparison(speech, { ...node, operator })
  return node.operator === 'in' ? sayMember(speech, node, ' not') : undefined
}

const OPPOSITES: { readonly [operator in Comparison['operator']]?: Comparison['operator'] } = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

function sayComparison(speech: Speech, node: Comparison): string | undefined {
  const { operator, left, right } = node
  if (operator === 'in') return sayMember(speech, node, '')
  const isEqual = operator === '==' || operator === '!='
  const not = operator === '!=' ? ' not' : ''
  if (isEqual && (left.kind === 'me' || right.kind === 'me')) {
    const other = left.kind === 'me' ? right : left
    if (isEmptyLiteral(other)) return operator === '==' ? 'nobody is signed in' : 'you are signed in'
    return joined(`you are${not}`, sayOwn(speech, other))
  }
  if (isEqual && isEmptyLiteral(right)) return joined(sayThing(speech, left), `is${not} empty`)
  const word = isEqual ? `is${not}` : isTime(left) ? TIMES[operator] : AMOUNTS[operator]
  if (word === undefined) return undefined
  return joined(sayThing(speech, left), word, sayValue(speech, right, left))
}

const AMOUNTS: { readonly [operator: string]: string } = {
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
}

const TIMES: { readonly [operator: string]: string } = {
  '<': 'is before',
  '<=': 'is not after',
  '>': 'is after',
  '>=': 'is not before',
}

/** "status is Open or Waiting", "you are among its watchers". */
function sayMember(speech: Speech, { left, right }: Comparison, not: string): string | undefined {
  if (left.kind === 'me') return joined(`you are${not} among`, sayOwn(speech, right))
  if (right.kind !== 'list') return joined(sayThing(speech, left), `is${not} among`, sayThing(speech, right))
  const values = right.items.map((item) => sayValue(speech, item, left))
  return values.includes(undefined) ? undefined : joined(sayThing(speech, left), `is${not}`, values.join(' or '))
}

/** "its assignee", "the parent’s assignee". */
function sayOwn(speech: Speech, node: Node): string | undefined {
  if (node.kind !== 'field' && node.kind !== 'reverse') return undefined
  const said = sayThing(speech, node)
  return said !== undefined && isAtHand(speech, node.record) ? `its ${said}` : joined('the', said)
}

function sayThing(speech: Speech, node: Node): string | undefined {
  switch (node.kind) {
    case 'field': {
      const label = lower(speech.model.entities.get(node.entity)?.fields.get(node.field)?.name.label ?? node.field)
      if (isAtHand(speech, node.record)) return label
      if (node.record.kind === 'me') return `your ${label}`
      // Where a record is chosen, the one at hand is the other one.
      if (node.record.kind === 'this') return `this ${sayEntity(speech, node.entity)}’s ${label}`
      const owner = sayThing(speech, node.record)
      return owner === undefined ? undefined : `${owner}’s ${label}`
    }
    case 'reverse':
      return isAtHand(speech, node.record) ? lower(labelFor(node.name)) : undefined
    case 'call':
      return sayCount(speech, node)
    case 'input':
      return lower(labelFor(node.name))
    case 'today':
    case 'now':
      return node.kind
    default:
      return undefined
  }
}

function sayEntity({ model }: Speech, entity: string): string {
  return lower(model.entities.get(entity)?.name.label ?? entity)
}

function sayCount(speech: Speech, { name, arguments: [first] }: Extract<Node, { readonly kind: 'call' }>) {
  if (first === undefined || (name !== 'count' && name !== 'size')) return undefined
  const isMany = first.type.kind === 'set' || first.type.kind === 'list'
  return joined(isMany ? 'the number of' : 'the number of characters in', sayThing(speech, first))
}

function sayValue(speech: Speech, node: Node, beside: Node): string | undefined {
  if (node.kind === 'limit') return `the ${lower(labelFor(node.name))}`
  if (node.kind !== 'literal') return sayThing(speech, node)
  const { value } = node
  if (value === null) return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return node.type.kind === 'duration' ? undefined : String(value)
  if (typeof value !== 'string') return undefined
  const field = beside.kind === 'field' ? speech.model.entities.get(beside.entity)?.fields.get(beside.field) : undefined
  const word = field && wordsOf(field.type).find((each) => each.word === value)
  if (word) return labelFor(word.label)
  return isTime(node) ? value : `“${value}”`
}

function sayRoles({ model }: Speech, roles: readonly string[]): string | undefined {
  const [role] = roles
  return role === undefined ? undefined : (model.roles.get(role)?.name.label ?? role)
}

function isAtHand({ about }: Speech, node: Node): boolean {
  if (about === undefined) return node.kind === 'this' || node.kind === 'old'
  return (
    node.kind === 'field' && node.record.kind === 'this' && node.entity === about.entity && node.field === about.field
  )
}

function isTime({ type }: Node): boolean {
  return type.kind === 'date' || type.kind === 'timestamp' || type.kind === 'time'
}

function isEmptyLiteral(node: Node): boolean {
  return node.kind === 'literal' && node.value === null
}

/** Abbreviations keep their capitals. */
function lower(label: string): string {
  const said = labelFor(label)
  return /^\p{Lu}\p{Ll}/u.test(said) ? said.charAt(0).toLowerCase() + said.slice(1) : said
}

function joined(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(' ')
}
