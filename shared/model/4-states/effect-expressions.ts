// Lists the expressions of an effect, by which an unknown part disables it whole.
import type { EffectDeclaration, FieldValueDeclaration, Template } from '../../points/4-states/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'

/** All that an effect works out, with what stands within it. */
export function expressionsOf(effect: EffectDeclaration): readonly Fragment[] {
  return [...(effect.if ? [effect.if] : []), ...ownExpressions(effect)]
}

function ownExpressions(effect: EffectDeclaration): readonly Fragment[] {
  switch (effect.kind) {
    case 'set':
    case 'let':
      return [effect.value]
    case 'create':
      return valuesOf(effect.fields)
    case 'update':
      return [effect.set, ...valuesOf(effect.fields)]
    case 'delete':
      return [effect.set]
    case 'do':
      return [...(effect.on ? [effect.on] : []), ...valuesOf(effect.input)]
    case 'notify':
      return [effect.who, ...partsOf(effect.subject ?? []), ...partsOf(effect.message), ...(effect.telling ?? [])]
    case 'send':
      return [...partsOf(effect.url), ...(effect.payload ? [effect.payload] : [])]
    case 'add':
    case 'remove':
      return [effect.item]
    case 'forEach':
      return [effect.set, ...expressionsOf(effect.effect)]
    case 'try':
      return [...expressionsOf(effect.effect), ...expressionsOf(effect.otherwise)]
    case 'sign up':
      return [effect.email, effect.password, ...valuesOf(effect.as)]
    case 'sign in':
      return [effect.email, effect.password]
    case 'refuse':
    case 'restart':
    case 'sign out':
      return []
  }
}

function valuesOf(fields: readonly FieldValueDeclaration[]): readonly Fragment[] {
  return fields.map(({ value }) => value)
}

function partsOf(template: Template): readonly Fragment[] {
  return template.flatMap((part) => (typeof part === 'string' ? [] : [part.expression]))
}
