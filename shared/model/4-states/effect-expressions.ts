// Gathers the expressions of an effect, and says where it stands and what is known there.
import type { EffectDeclaration, FieldValueDeclaration, Template } from '../../points/4-states/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import type { Environment } from '../../expressions/schema.ts'
import type { EntityOutline } from '../outline.ts'

/** Whose record is at hand (none in a call that finds no record), and the point in which the effects stand. */
export interface EffectPlace {
  readonly entity: EntityOutline | undefined
  readonly point: 4 | 7
  /** A step of an example, which sends lines as a caller does. */
  readonly isExample?: true
  /** The records that the nearest `for each` goes through. */
  readonly each?: { readonly variable: string; readonly entity: string }
}

/**
 * Makes the environment for the records that effects iterate over and refer to. A call reads these under the policy
 * of its caller.
 */
export function environmentOfSets({ point }: EffectPlace, environment: Environment): Environment {
  return point === 7 ? { ...environment, forReader: true } : environment
}

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
      return [effect.set, ...effect.effects.flatMap(expressionsOf)]
    case 'try':
      return [...expressionsOf(effect.effect), ...expressionsOf(effect.otherwise)]
    case 'sign up':
      return [effect.email, effect.password, ...valuesOf(effect.as)]
    case 'sign in':
      return [effect.email, effect.password]
    case 'change password':
      return [effect.current, effect.password]
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
