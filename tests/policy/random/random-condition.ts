// Makes random conditions on an entity: over its fields, over relations, over who asks, over sets of records.
import type { Condition, Operator, Path, Set, Term } from '../condition.ts'
import type { Entities, FieldSpec } from '../entities.ts'
import { entityOf, LEVELS, reversesOf } from '../entities.ts'

/** Gives a whole number from 0 to below `count`. */
export type Pick = (count: number) => number

export const WORDS = ['amber', 'brook', 'cedar', 'delta']

export function oneOf<T>(pick: Pick, items: readonly T[]): T {
  return items[pick(items.length)] as T
}

export interface Asked {
  readonly entities: Entities
  readonly roles: readonly string[]
  /**
   * Leaves out what a reader's own question may not speak of: `me` beyond who it is, roles, and whether one is among
   * others.
   */
  readonly ofReader?: boolean
}

/** `names`: what each name in scope is, `this` and `me` among them. */
export function randomCondition(
  pick: Pick,
  asked: Asked,
  names: { readonly [name: string]: string },
  depth: number,
): Condition {
  const inner = (): Condition => randomCondition(pick, asked, names, depth - 1)
  const form = pick(depth > 0 ? 12 : 6)
  if (form === 6 || form === 7) return { kind: form === 6 ? 'and' : 'or', left: inner(), right: inner() }
  if (form === 8) return { kind: 'not', of: inner() }
  if (form >= 9) return overSet(pick, asked, names, depth) ?? overField(pick, asked, names)
  if (form === 0 && asked.ofReader !== true && pick(3) === 0 && asked.roles.length > 0)
    return { kind: 'is', role: oneOf(pick, asked.roles) }
  return overField(pick, asked, names)
}

function overField(pick: Pick, asked: Asked, names: { readonly [name: string]: string }): Condition {
  const from = oneOf(
    pick,
    Object.keys(names).filter((name) => name !== 'me'),
  )
  const { path, field } = randomPath(pick, asked.entities, from, names[from] ?? '')
  const compare = (operator: Operator, right: Term): Condition => ({ kind: 'compare', operator, left: path, right })
  const equality = (): Operator => oneOf(pick, ['==', '==', '!='])
  if (pick(8) === 0 && field.kind !== 'many') return compare(equality(), { kind: 'literal', value: null })
  switch (field.kind) {
    case 'yes/no':
      return { kind: 'true field', path }
    case 'integer':
      return compare(oneOf(pick, ['==', '!=', '<', '<=', '>', '>=']), { kind: 'literal', value: pick(5) })
    case 'choice':
      return pick(2) === 0
        ? { kind: 'in words', path, words: LEVELS.slice(pick(2), 2 + pick(2)) }
        : compare(equality(), { kind: 'literal', value: oneOf(pick, LEVELS) })
    case 'many':
      return field.target === 'Person' && asked.ofReader !== true
        ? { kind: 'me in', path }
        : overField(pick, asked, names)
    case 'one': {
      if (field.target === 'Person' && pick(4) > 0) return compare(equality(), { kind: 'path', from: 'me', steps: [] })
      const mine = entityOf(asked.entities, 'Person').fields.find(
        (each) => each.kind === 'one' && each.target === field.target,
      )
      return mine !== undefined && mine.target !== 'Person' && pick(2) === 0
        ? compare(equality(), { kind: 'path', from: 'me', steps: [mine.name] })
        : compare(equality(), { kind: 'literal', value: null })
    }
    default:
      return pick(3) === 0
        ? compare(equality(), { kind: 'path', from: 'me', steps: ['team'] })
        : compare(equality(), { kind: 'literal', value: oneOf(pick, WORDS) })
  }
}

function randomPath(
  pick: Pick,
  entities: Entities,
  from: string,
  entity: string,
): { readonly path: Path; readonly field: FieldSpec } {
  const steps: string[] = []
  let fields = askable(entities, entity)
  let field = oneOf(pick, fields)
  while (field.kind === 'one' && steps.length < 2 && pick(3) > 0) {
    steps.push(field.name)
    fields = askable(entities, field.target ?? '')
    field = oneOf(pick, fields)
  }
  if (field.kind === 'many' && steps.length > 0)
    field = oneOf(
      pick,
      fields.filter(({ kind }) => kind === 'text'),
    )
  return { path: { kind: 'path', from, steps: [...steps, field.name] }, field }
}

/** Hidden fields are the document's to read as any other; those without a plain value stay as they are. */
function askable(entities: Entities, entity: string): readonly FieldSpec[] {
  return entityOf(entities, entity).fields.filter(({ kind }) => kind !== 'standard')
}

function overSet(
  pick: Pick,
  asked: Asked,
  names: { readonly [name: string]: string },
  depth: number,
): Condition | undefined {
  const { entities } = asked
  const { record, at } = randomRecord(pick, entities, names)
  const sets: (readonly [Set, string])[] = [
    ...reversesOf(entities, at).map(({ name, entity }) => [{ kind: 'reverse', record, name }, entity] as const),
    ...entityOf(entities, at).fields.flatMap(({ kind, name, target }) =>
      kind === 'many' ? [[{ kind: 'many', record, name }, target ?? ''] as const] : [],
    ),
    ...[...entities.keys()].map((entity) => [{ kind: 'all', entity }, entity] as const),
  ]
  const [set, entity] = oneOf(pick, sets)
  const variable = `x${Object.keys(names).length - 1}`
  const inside = { ...names, [variable]: entity }
  const where = randomCondition(pick, asked, inside, Math.min(depth - 1, 1))
  return pick(3) > 0
    ? { kind: 'exists', set, variable, where }
    : { kind: 'count', set, variable, where, operator: oneOf(pick, ['==', '<', '>', '>=']), number: pick(3) }
}

/** A record at hand, or one that a walk from there leads to. */
function randomRecord(
  pick: Pick,
  entities: Entities,
  names: { readonly [name: string]: string },
): { readonly record: Path; readonly at: string } {
  const from = oneOf(pick, Object.keys(names))
  const steps: string[] = []
  let at = names[from] ?? ''
  while (steps.length < 2 && pick(3) === 0) {
    const field = oneOf(
      pick,
      entityOf(entities, at).fields.filter(({ kind }) => kind === 'one'),
    )
    steps.push(field.name)
    at = field.target ?? ''
  }
  return { record: { kind: 'path', from, steps }, at }
}
