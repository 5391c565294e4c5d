// Checks members of a record's timers and of the caller's session.
import { expressions as say } from '../../diagnostics/expressions.ts'
import { type CheckContext, isHidden } from './check-context.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { TEXT } from '../type-rules.ts'
import type { Type } from '../type.ts'

type MemberSyntax = Extract<Syntax, { readonly kind: 'member' }>

/** When it is due, and what is left of it; both are empty where the timer does not run. */
const TIMER: Type = { kind: 'object', fields: { due_at: { kind: 'timestamp' }, left: { kind: 'duration' } } }

/** `timers`, of the record at hand or of another: `ticket.timers`. */
export function isTimers(syntax: Syntax, context: CheckContext): boolean {
  if (syntax.kind === 'name') return syntax.name === 'timers' && !isHidden('timers', context)
  return syntax.kind === 'member' && syntax.name === 'timers'
}

/** `syntax` is `timers.NAME`: an object of its moment and of what is left, by a call that the runtime answers. */
export function checkTimer({ object, name, nameSpan, span }: MemberSyntax, context: CheckContext): Node | undefined {
  const record = recordOf(object, context)
  if (!record || record.type.kind !== 'record') return undefined
  const { entity } = record.type
  const timers = context.schema.timersOf?.(entity) ?? []
  if (!timers.includes(name)) {
    context.report(say.unknownTimer(nameSpan, { name, entity, nearest: context.nearest(name, timers) }))
    return undefined
  }
  const named: Node = { kind: 'literal', value: name, type: TEXT, span: nameSpan }
  return { kind: 'call', name: 'timer', arguments: [record, named], type: TIMER, span }
}

function recordOf(timers: Syntax, context: CheckContext): Node | undefined {
  if (timers.kind === 'member') {
    const record = context.check(timers.object)
    if (record?.kind === 'old') {
      context.report(say.oldTimers(timers.span, {}))
      return undefined
    }
    if (!record || record.type.kind === 'record') return record
    context.report(say.groupAsName(timers.nameSpan, { name: 'timers' }))
    return undefined
  }
  const entity = context.environment.record
  if (entity !== undefined) return { kind: 'this', type: { kind: 'record', entity }, span: timers.span }
  context.report(say.noRecord(timers.span, { name: 'timers' }))
  return undefined
}

/** `session.token`: the caller's token. */
export function checkSession({ name, nameSpan, span }: MemberSyntax, context: CheckContext): Node | undefined {
  if (name !== 'token') {
    const known = ['token']
    context.report(
      say.unknownMember(nameSpan, { name, of: 'The session', known, nearest: context.nearest(name, known) }),
    )
    return undefined
  }
  const named: Node = { kind: 'literal', value: name, type: TEXT, span: nameSpan }
  return { kind: 'call', name: 'session', arguments: [named], type: TEXT, span }
}
