// Point 5, linked: rules with what they read, put to their entities.
import * as say from '../diagnostics/model.ts'
import type { Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import type { Environment } from '../expressions/schema.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import type { RuleDeclaration } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { readQuoted } from '../text/values.ts'
import { isCode, linkCode } from './8-codes.ts'
import type { Linking } from './linking.ts'
import { findEntity, findField, findFields, findTransition } from './linking.ts'
import type { Rule } from './model.ts'
import type { EntityOutline } from './outline.ts'

/** Rules by entity, in the order of the document. */
export function linkRules(linking: Linking): ReadonlyMap<string, readonly Rule[]> {
  const { rules } = linking.declarations
  const linked = new Map<string, Rule[]>()
  if (!isShown(rules)) return linked
  // A word that nothing uses is checked all the same.
  for (const { name, words } of linking.outline.entities.values())
    for (const word of words.keys()) linking.meanings.of(name.identifier, word)
  for (const declaration of rules.rules) {
    const { target } = declaration
    if (target.kind === 'call') continue
    const entity = findEntity(linking, target.entity)
    const rule = entity && linkRule(linking, entity, declaration)
    if (!rule) continue
    const others = linked.get(rule.entity)
    if (others) others.push(rule)
    else linked.set(rule.entity, [rule])
  }
  return linked
}

function linkRule(linking: Linking, entity: EntityOutline, declaration: RuleDeclaration): Rule | undefined {
  const transition = linkTransition(linking, entity, declaration)
  const must = linkMust(linking, entity, declaration)
  if (!must) return undefined
  const { checked } = declaration
  return {
    name: declaration.name,
    entity: entity.name.identifier,
    ...(transition === undefined ? {} : { transition }),
    must,
    otherwise: linkOtherwise(linking, declaration),
    on: findFields(linking, entity, declaration.on),
    warns: declaration.else === 'warn',
    checked: typeof checked === 'string' ? checked : { whenChanged: findFields(linking, entity, checked.whenChanged) },
    reads: fieldsReadBy(entity.name.identifier, must),
    cite: linking.cite(5, declaration.span),
  }
}

function linkTransition(linking: Linking, entity: EntityOutline, { target }: RuleDeclaration): string | undefined {
  return target.kind === 'entity' && target.transition ? findTransition(linking, entity, target.transition) : undefined
}

function linkMust(linking: Linking, entity: EntityOutline, { must }: RuleDeclaration): Rule['must'] | undefined {
  if ('notShown' in must) return undefined
  const environment: Environment = { record: entity.name.identifier, old: true }
  switch (must.kind) {
    case 'hold': {
      const condition = linking.expression(must.condition, environment, BOOLEAN)
      return condition && { kind: 'hold', condition }
    }
    case 'no overlap': {
      const from = findField(linking, entity, must.from)
      const to = findField(linking, entity, must.to)
      const where = must.where && linking.expression(must.where, { record: entity.name.identifier }, BOOLEAN)
      if (from === undefined || to === undefined || (must.where && !where)) return undefined
      return { kind: 'no overlap', from, to, per: findFields(linking, entity, must.per), ...(where ? { where } : {}) }
    }
    case 'at most': {
      const count = linking.expression(must.count, { record: entity.name.identifier })
      const where = must.where && linking.expression(must.where, { record: entity.name.identifier }, BOOLEAN)
      if (!count || (must.where && !where)) return undefined
      return { kind: 'at most', count, per: findFields(linking, entity, must.per), ...(where ? { where } : {}) }
    }
    case 'no circle': {
      const along = findField(linking, entity, must.along)
      const type = along === undefined ? undefined : entity.fields.get(along)?.type
      if (along === undefined || !type) return undefined
      if (type.kind === 'relation' && type.entity === entity.name.identifier) return { kind: 'no circle', along }
      const expected = `a relation of ${entity.name.label} to itself`
      linking.report(say.notRecord(spanOf(must.along), { expected }))
      return undefined
    }
  }
}

/** A word that is listed under point 8, or looks like a code, is a code; all else is a message. */
export function linkOtherwise(linking: Linking, { otherwise, name }: RuleDeclaration): Rule['otherwise'] {
  if (!otherwise) return { kind: 'message', message: name }
  const quoted = readQuoted(otherwise)
  if (quoted) return { kind: 'message', message: quoted.value }
  const code = isCode(linking.declarations, otherwise) ? linkCode(otherwise) : undefined
  return code === undefined ? { kind: 'message', message: otherwise.value } : { kind: 'code', code }
}

/** A set of records of this entity has the record at hand among them: what is read of each is read of this one. */
function fieldsReadBy(entity: string, must: Rule['must']): readonly string[] {
  const own = (...trees: readonly (Node | undefined)[]): readonly string[] =>
    trees.flatMap((tree) => {
      if (!tree) return []
      const { own: direct, others } = readsOf(tree)
      return [...direct, ...others.flatMap((other) => (other.entity === entity ? (other.field ?? []) : []))]
    })
  switch (must.kind) {
    case 'hold':
      return [...new Set(own(must.condition.tree))]
    case 'no overlap':
      return [...new Set([must.from, must.to, ...must.per, ...own(must.where?.tree)])]
    case 'at most':
      return [...new Set([...must.per, ...own(must.count.tree, must.where?.tree)])]
    case 'no circle':
      return [must.along]
  }
}
