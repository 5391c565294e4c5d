// Links a notification: a person, several, or all who hold a role.
import * as say from '../../diagnostics/linking.ts'
import type { Expression, Node } from '../../expressions/node.ts'
import type { Environment } from '../../expressions/schema.ts'
import type { Type } from '../../expressions/type.ts'
import type { EffectDeclaration } from '../../points/4-states/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import type { LinkContext } from '../link-context.ts'
import { splitFragment } from '../../text/split.ts'
import { findName, resolveRole } from '../link-context.ts'
import type { Effect } from '../model.ts'
import type { EffectPlace } from './effect-expressions.ts'
import { askedOf, linkTemplate, namesRecords } from './link-template.ts'

/** The variable of the set that stands for those who hold a role. */
export const HOLDER = 'each_one'

type LinkedNotify = Omit<Extract<Effect, { readonly kind: 'notify' }>, 'cite' | 'if'>

export function linkNotify(
  context: LinkContext,
  place: EffectPlace,
  { who: written, subject, message, telling }: EffectDeclaration & { readonly kind: 'notify' },
  environment: Environment,
): LinkedNotify | undefined {
  const who = linkRecipients(context, place, written, environment)
  const disclosed = (telling ?? []).flatMap((each) => {
    const linked = context.expression(each, environment)
    if (!linked) return []
    // A message that discloses a record discloses its title.
    if (namesRecords(linked)) return [linked, { ...linked, tree: context.shown(linked.tree) }]
    const reading = context.readingInSilence(each, { ...environment, inText: true })
    return [{ ...linked, ...(reading && askedOf(context, reading)) }]
  })
  const texts = {
    ...(subject ? { subject: linkTemplate(context, subject, environment) } : {}),
    message: linkTemplate(context, message, environment),
    ...(disclosed.length > 0 ? { telling: disclosed } : {}),
  }
  return who && { kind: 'notify', who, ...texts, ...(place.each ? { each: place.each } : {}) }
}

/** A name in scope wins over a role's; `role Manager` always means the role. */
function linkRecipients(
  context: LinkContext,
  place: EffectPlace,
  written: Fragment,
  environment: Environment,
): Expression | undefined {
  const several = splitFragment(written)
  const prefix = several.length > 1 ? 0 : (/^role\s+(?=\S)/i.exec(written.value)?.[0].length ?? 0)
  const inScope = prefix === 0 ? context.readingInSilence(written, environment) : undefined
  const named = trimFragment(sliceFragment(written, prefix))
  const roles = [...context.outline.roles.values()].map(({ name }) => name)
  if (prefix > 0 || (!inScope && findName(named, roles, 'entity') !== undefined))
    return linkHolders(context, place, named, environment)
  if (!inScope && several.length > 1) {
    const each = several.flatMap((part) => linkRecipients(context, place, part, environment) ?? [])
    // Each is a person or several: the people are taken out of all of them, each once.
    const type: Type = { kind: 'list', of: { kind: 'record', entity: 'Person' } }
    const span = spanOf(written)
    const tree: Node = { kind: 'list', items: each.map((one) => one.tree), type, span }
    return each.length < several.length ? undefined : { tree, text: written.value, span }
  }
  // Words with blanks between them name a role, and nothing in an expression.
  if (!inScope && /^\p{L}[\p{L}\p{N}]*(?:\s+\p{L}[\p{L}\p{N}]*)+$/u.test(written.value)) {
    resolveRole(context, written)
    return undefined
  }
  inScope?.tell()
  const who = inScope ? inScope.expression : context.expression(written, environment)
  if (!who) return undefined
  const { type } = who.tree
  const record = type.kind === 'set' || type.kind === 'list' ? type.of : type
  if (record.kind === 'record' && record.entity === 'Person') return who
  context.report(say.notRecord(spanOf(written), { expected: 'a person, several, or a role' }))
  return undefined
}

/** Links a role as recipients: all who were given it, and those who have it on this record. */
function linkHolders(
  context: LinkContext,
  { entity }: EffectPlace,
  named: Fragment,
  environment: Environment,
): Expression | undefined {
  const role = resolveRole(context, named)
  if (role === undefined) return undefined
  const word = JSON.stringify(role)
  const isGiven = (context.schema.rolesOf(role) ?? []).length > 0
  const isOnRecord = entity !== undefined && context.schema.entitiesOfRole?.(role).includes(entity.name.identifier)
  const conditions = [
    ...(isGiven ? [`${HOLDER}.is(${word})`] : []),
    ...(isOnRecord && environment.record !== undefined ? [`${HOLDER}.is(${word}, this)`] : []),
  ]
  if (conditions.length === 0) {
    const entities = context.schema.entitiesOfRole?.(role) ?? []
    context.report(say.roleOfOtherRecords(spanOf(named), { role: named.value, entities: entities.join(' or ') }))
    return undefined
  }
  const text = `Person.filter(${HOLDER}, ${conditions.join(' or ')})`
  const linked = context.expression({ value: text, start: named.start, gaps: [] }, environment)
  return linked && { ...linked, span: spanOf(named) }
}
