// Reports fields that a call answers with, or works something out of, and that some callers may not read.
import * as say from '../diagnostics/warnings-of-calls.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { childrenOf } from '../expressions/walk.ts'
import { expressionsOfTemplate } from '../model/7-calls/template-expressions.ts'
import type { DocumentCall } from '../model/7-calls/types.ts'
import type { Model } from '../model/model.ts'
import type { Span } from '../text/span.ts'
import { isFieldReadable } from './granted-roles.ts'

type FieldNode = Extract<Node, { readonly kind: 'field' }>

interface UnreadField {
  readonly span: Span
  readonly what: string
  /** True where a set is filtered, sorted or added up by it, so that the answer is another one; else it is empty where it stands. */
  readonly isAsked: boolean
  readonly callers: Set<string>
}

export function checkFieldsOfCalls(model: Model): readonly Diagnostic[] {
  if (!model.rolesShown) return []
  const found = new Map<string, UnreadField>()
  for (const call of model.calls)
    for (const expression of [...expressionsRead(call), ...shapesOf(model, expressionsRead(call))])
      for (const caller of namedCallers(call)) noteUnread(model, expression, caller, found)
  return [...found.values()].map(({ span, what, isAsked, callers }) => {
    const about = { what, callers: sayCallers(model, [...callers]) }
    return isAsked ? say.callAsksUnreadable(span, about) : say.callAnswersUnreadable(span, about)
  })
}

/** Lists what a call looks at with the eyes of its caller: the names that its steps give, and its answer. */
export function expressionsRead({ steps, answer }: DocumentCall): readonly Expression[] {
  const named = steps.flatMap((step) => (step.kind === 'let' ? [step.value] : []))
  return [...named, ...(answer?.body ? expressionsOfTemplate(answer.body) : [])]
}

/** Lists the entries of the shapes that these expressions fill, and of the shapes in those; callers know themselves. */
function shapesOf(model: Model, expressions: readonly Expression[]): readonly Expression[] {
  const used = new Map<string, readonly Expression[]>()
  const visit = (node: Node): void => {
    const [record, named] = node.kind === 'call' && node.name === 'shape' ? node.arguments : []
    const shape = named?.kind === 'literal' ? model.shapes.get(String(named.value)) : undefined
    if (shape && record?.kind !== 'me' && !used.has(shape.name)) {
      const entries = shape.entries.map(({ value }) => value)
      used.set(shape.name, entries)
      for (const { tree } of entries) visit(tree)
    }
    childrenOf(node).forEach(visit)
  }
  for (const { tree } of expressions) visit(tree)
  return [...used.values()].flat()
}

function noteUnread(model: Model, { tree, span }: Expression, caller: string, found: Map<string, UnreadField>): void {
  const visit = (node: Node, isAsked: boolean): void => {
    if (node.kind === 'field' && isUnread(model, node, caller)) note(node, isAsked)
    if (node.kind !== 'each') return childrenOf(node).forEach((child) => visit(child, isAsked))
    visit(node.set, isAsked)
    visit(node.body, isAsked || node.operation !== 'map')
  }
  const note = ({ entity, field }: FieldNode, isAsked: boolean): void => {
    const of = model.entities.get(entity)
    const what = `${of?.fields.get(field)?.name.label ?? field} of ${of?.name.label ?? entity}`
    const key = `${span.start} ${what}`
    const before = found.get(key)
    const callers = (before?.callers ?? new Set()).add(caller)
    found.set(key, { span, what, isAsked: isAsked || before?.isAsked === true, callers })
  }
  visit(tree, false)
}

/** Does the caller come as far as its record, and no further? Who does not come to it has another warning. */
function isUnread(model: Model, { record, entity, field }: FieldNode, caller: string): boolean {
  if (record.kind === 'me' || mayFind(model, entity, field, caller)) return false
  return record.kind === 'field'
    ? record.record.kind === 'me' || mayFind(model, record.entity, record.field, caller)
    : mayFind(model, entity, 'id', caller)
}

/** Whether the caller's own grants, or a role that follows from the record, let them read the field of some. */
export function mayFind(model: Model, entity: string, field: string, caller: string): boolean {
  return readersLike(model, caller).some((reader) => isFieldReadable(model, entity, field, reader))
}

/** The role of a caller, and those that they may have by a record. */
export function readersLike(model: Model, caller: string): readonly string[] {
  const following = [...model.roles.values()].filter(({ onRecords }) => onRecords.length > 0)
  return caller === 'anyone' ? [caller] : [caller, ...following.map(({ name }) => name.identifier)]
}

/** Lists the roles that the call names, and those who are not signed in; a condition may describe people of any role. */
export function namedCallers({ who }: Pick<DocumentCall, 'who'>): readonly string[] {
  return who.flatMap((each) => (each.kind === 'anyone' ? [each.kind] : each.kind === 'role' ? [each.role] : []))
}

export function sayCallers(model: Model, callers: readonly string[]): readonly string[] {
  return callers.map((each) => model.roles.get(each)?.name.label ?? 'people who are not signed in')
}
