// Decides whether a caller may make a call, and whether what they give obeys its rules.
import { isConfirmed, separateWarnings, withWarnings } from '#shared/decisions/5-rules.ts'
import type { FieldError, WarningReason } from '#shared/decisions/decision.ts'
import { makeRefusal } from '#shared/decisions/refusals.ts'
import { granteeCondition } from '#shared/policy/permissions.ts'
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { Refused, refused } from '../policy/refused.ts'
import type { WarningToConfirm } from '../records/messages/unconfirmed-warnings.ts'
import type { CallNames, CallReadContext } from './call-values.ts'
import { readCallValues } from './call-values.ts'
import { recordAbout } from './record-at-hand.ts'
import type { ResolvedCall } from './resolve-call.ts'
import { ruleWords } from './rule-message.ts'

/** May somebody like this make it at all? What depends on a record or an input counts as yes. */
export function mayEverCall(call: DocumentCall, actor: Actor): boolean {
  return call.who.some((who) => granteeCondition(who, actor) !== false)
}

/** 401 for somebody who is not signed in and could not make it as they are; before anything of the request is read. */
export function requireCaller(call: DocumentCall, actor: Actor): void {
  if (actor.person === null && !mayEverCall(call, actor)) throw refused('not_signed_in', {}, { cites: call.cite })
}

export async function authoriseCall(reading: CallReadContext, resolved: ResolvedCall, names: CallNames): Promise<void> {
  const { call, who } = resolved
  const { actor } = reading.actorContext
  const conditions = call.who.map((each) => granteeCondition(each, actor))
  if (conditions.includes(true)) return
  const nodes = who.flatMap((node) => node ?? [])
  const met = await readCallValues(reading, 'document', { of: resolved, part: 'who' }, nodes, names)
  const isMet = new Map(nodes.map((node, at) => [node, met[at]]))
  if (who.some((node, at) => node !== undefined && conditions[at] !== false && isMet.get(node) === true)) return
  const code = actor.person === null ? 'not_signed_in' : 'not_allowed'
  throw refused(code, {}, { entity: recordAbout(call)?.entity, cites: call.cite })
}

/** The names that a request confirms, and the warnings that it has yet to confirm. */
export interface Confirmation {
  readonly confirmed: readonly string[]
  readonly unconfirmed: WarningToConfirm[]
}

/** The rules of point 5 that are bound to the call: all that are broken are reported at once; warnings wait. */
export async function validateCallRules(
  reading: CallReadContext,
  resolved: ResolvedCall,
  names: CallNames,
  { confirmed, unconfirmed }: Confirmation,
): Promise<void> {
  const { call, rules } = resolved
  if (rules.length === 0) return
  const held = await readCallValues(reading, 'document', { of: resolved, part: 'rules' }, rules, names)
  const broken = call.rules.filter((rule, at) => held[at] === false && !(rule.warns && isConfirmed(rule, confirmed)))
  const reasons: WarningReason[] = []
  const errors: FieldError[] = []
  const { refusing, onlyWarn } = separateWarnings(broken)
  for (const rule of refusing) {
    const code = rule.otherwise.kind === 'code' ? rule.otherwise.code : 'invalid'
    const words = await ruleWords(reading, call, rule, names)
    const reason = { name: code, values: {}, ...words, cites: rule.cite }
    reasons.push({ ...reason, warning: rule.warning ?? code })
    for (const field of rule.on) errors.push({ field, ...reason })
  }
  const [first] = reasons
  if (first === undefined) return
  const { warning: _, ...reason } = first
  const whole = makeRefusal<string>(reason.name, {}, { entity: recordAbout(call)?.entity, ...reason, errors })
  const refusal = onlyWarn ? withWarnings(whole, reasons, confirmed) : whole
  if (!onlyWarn) throw new Refused(refusal)
  unconfirmed.push({ record: '', refused: new Refused(refusal) })
}
