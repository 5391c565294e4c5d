// Links point 5: rules with their conditions and the fields they read.
import { noSpan, notFromBothSides, onRecordsBackwards } from '../../diagnostics/5-rules.ts'
import * as say from '../../diagnostics/linking.ts'
import { printExpression } from '../../expressions/print-expression.ts'
import type { Environment } from '../../expressions/schema.ts'
import { describeType } from '../../expressions/check/describe-type.ts'
import { BOOLEAN, INTEGER } from '../../expressions/type-rules.ts'
import type { Type } from '../../expressions/type.ts'
import type { Reference } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { inputTypesOf } from '../4-states/link-effects.ts'
import { fieldsReadBy } from './reads-of-rule.ts'
import { isPartOfHead } from '../3-entities/link-parts.ts'
import { movingLimits } from '../3-entities/moving-limits.ts'
import { linkRefusalWords } from '../8-errors/link-refusal-words.ts'
import type { LinkContext } from '../link-context.ts'
import { warningNames } from './warning-names.ts'
import { rulePathsOf } from './rule-paths.ts'
import { findEntity, findField, findFields, findTransition } from '../link-context.ts'
import type { Rule } from '../model.ts'
import type { EntityOutline } from '../outline.ts'
import type { RuleDeclaration } from '../../points/5-rules/declarations.ts'
import { liesWithin } from '../../text/span.ts'

/** Rules by entity, in the order of the document: limits of point 3 that move, then those of point 5. */
export function linkRules(context: LinkContext): ReadonlyMap<string, readonly Rule[]> {
  const { rules } = context.declarations
  const linked = new Map<string, Rule[]>()
  for (const entity of context.outline.entities.values()) {
    const moving = movingLimits(context, entity)
    if (moving.length > 0) linked.set(entity.name.identifier, [...moving])
  }
  if (!isShown(rules)) return linked
  // A word that nothing uses is checked all the same.
  for (const { name, words } of context.outline.entities.values())
    for (const word of words.keys()) context.meanings.of(name.identifier, word)
  for (const declaration of rules.rules) {
    const { target } = declaration
    if (target.kind === 'call') continue
    const entity = findEntity(context, target.entity)
    const rule = entity && linkRule(context, entity, declaration)
    if (!rule) continue
    const others = linked.get(rule.entity)
    if (others) others.push(rule)
    else linked.set(rule.entity, [rule])
  }
  return linked
}

function linkRule(context: LinkContext, entity: EntityOutline, declaration: RuleDeclaration): Rule | undefined {
  const transition = linkTransition(context, entity, declaration)
  const input = transition === undefined ? {} : inputTypesOf(context, entity, transition)
  const environment: Environment = { record: entity.name.identifier, old: true, input }
  const must = linkMust(context, entity, declaration, environment)
  if (!must) return undefined
  const { checked } = declaration
  const warning = warningNames(context.declarations).get(declaration)
  if (checked === 'from both sides') checkBothSides(context, declaration, must)
  return {
    name: declaration.name,
    entity: entity.name.identifier,
    ...(transition === undefined ? {} : { transition }),
    must,
    otherwise: linkOtherwise(context, declaration, environment),
    // What a transition asks has a field of its own in its form.
    on: declaration.on.flatMap((each) => {
      const name = identifierOf(each.value, 'field')
      if (Object.hasOwn(input, name)) return [name]
      const backwards = entity.reverses.get(name)
      if (entity.fields.has(name) || !backwards) return findField(context, entity, each) ?? []
      // The lines stand in the form of their head.
      if (isPartOfHead(context.outline.entities.get(backwards.entity)?.fields.get(backwards.field))) return [name]
      context.report(onRecordsBackwards(spanOf(each), { name: each.value, entity: entity.name.label }))
      return []
    }),
    warns: declaration.else === 'warn',
    ...(warning === undefined ? {} : { warning }),
    checked: typeof checked === 'string' ? checked : { whenChanged: findFields(context, entity, checked.whenChanged) },
    reads: fieldsReadBy(entity.name.identifier, must),
    cite: context.cite(5, declaration.span),
  }
}

/**
 * Reports a rule that cannot be checked from both sides. The relations by which a rule reads other records determine
 * which of its own records a change elsewhere concerns.
 */
function checkBothSides(context: LinkContext, { span }: RuleDeclaration, must: Rule['must']): void {
  if (must.kind !== 'hold') {
    context.report(notFromBothSides(span, { part: undefined }))
    return
  }
  const { otherwise } = rulePathsOf(must.condition.tree)
  if (!otherwise) return
  const { span: whole } = must.condition
  context.report(
    notFromBothSides(liesWithin(otherwise.span, whole) ? otherwise.span : whole, { part: printExpression(otherwise) }),
  )
}

function linkTransition(context: LinkContext, entity: EntityOutline, { target }: RuleDeclaration): string | undefined {
  return target.kind === 'entity' && target.transition ? findTransition(context, entity, target.transition) : undefined
}

function linkMust(
  context: LinkContext,
  entity: EntityOutline,
  { must }: RuleDeclaration,
  environment: Environment,
): Rule['must'] | undefined {
  if ('notShown' in must) return undefined
  switch (must.kind) {
    case 'hold': {
      const condition = context.expression(must.condition, environment, BOOLEAN)
      return condition && { kind: 'hold', condition }
    }
    case 'no overlap': {
      const from = findField(context, entity, must.from)
      const to = findField(context, entity, must.to)
      const where = must.where && context.expression(must.where, { record: entity.name.identifier }, BOOLEAN)
      const per = findGroup(context, entity, must.per)
      if (from === undefined || to === undefined || !per || (must.where && !where)) return undefined
      checkSpan(context, entity, must, from, to)
      return { kind: 'no overlap', from, to, per, ...(where ? { where } : {}) }
    }
    case 'at most': {
      const count = context.expression(must.count, { record: entity.name.identifier }, INTEGER)
      const where = must.where && context.expression(must.where, { record: entity.name.identifier }, BOOLEAN)
      const per = findGroup(context, entity, must.per)
      if (!count || !per || (must.where && !where)) return undefined
      return { kind: 'at most', count, per, ...(where ? { where } : {}) }
    }
    case 'no circle': {
      const along = findField(context, entity, must.along)
      const type = along === undefined ? undefined : entity.fields.get(along)?.type
      if (along === undefined || !type) return undefined
      if (type.kind === 'relation' && type.entity === entity.name.identifier) return { kind: 'no circle', along }
      const expected = `a relation of ${entity.name.label} to itself`
      context.report(say.notRecord(spanOf(must.along), { expected }))
      return undefined
    }
  }
}

/** Both ends of one kind, which has an order. */
function checkSpan(
  context: LinkContext,
  entity: EntityOutline,
  written: { readonly from: Reference; readonly to: Reference },
  from: string,
  to: string,
): void {
  const [first, last] = [from, to].map((name) => entity.fields.get(name)?.valueType)
  if (!first || !last || (first.kind === last.kind && IN_ORDER.has(first.kind))) return
  const span = { start: spanOf(written.from).start, end: spanOf(written.to).end }
  context.report(noSpan(span, { from: describeType(first), to: describeType(last) }))
}

const IN_ORDER: ReadonlySet<Type['kind']> = new Set(['date', 'timestamp', 'time', 'integer', 'number', 'decimal'])

/** Fields by whose values records are distinguished. */
function findGroup(
  context: LinkContext,
  entity: EntityOutline,
  references: readonly Reference[],
): readonly string[] | undefined {
  const found = references.flatMap((reference) => {
    const name = findField(context, entity, reference)
    const type = name === undefined ? undefined : entity.fields.get(name)?.valueType
    if (name === undefined || !type) return []
    if (!SEVERAL.has(type.kind)) return [name]
    context.report(say.limitDoesNotFit(spanOf(reference), { limit: 'per', type: describeType(type) }))
    return []
  })
  // Without one of its fields the rule would refuse more than is written.
  return found.length === references.length ? found : undefined
}

const SEVERAL: ReadonlySet<Type['kind']> = new Set(['set', 'list', 'object', 'json'])

export function linkOtherwise(
  context: LinkContext,
  { otherwise, name }: RuleDeclaration,
  environment: Environment,
): Rule['otherwise'] {
  return otherwise ? linkRefusalWords(context, otherwise, environment) : { kind: 'message', message: [name] }
}
