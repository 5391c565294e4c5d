// Blanks the lines of the document that name fields which an actor may not read.
import type { Node } from '../expressions/node.ts'
import type { Citation, Model } from '../model/model.ts'
import type { VisibleFields } from './visible-fields.ts'

export const BLANK = { point: 0, line: 0, text: '' } as const

export interface HiddenNames {
  /** Line numbers in the document, starting at 1. */
  readonly lines: ReadonlySet<number>
  /** Undefined: nothing is hidden whose name is no visible field's too. */
  readonly names: RegExp | undefined
}

/** Lines are known by the fields that their expressions read, and by names that stand in their text: what they set, or list. */
export function findHiddenLines(model: Model, visible: VisibleFields): HiddenNames {
  const names = namesPattern(hiddenNames(model, visible))
  const lines = new Set<number>()
  const look = (value: unknown, own: RegExp | undefined): void =>
    visitCited(value, (cited, cite) => {
      if (lines.has(cite.line)) return
      if (names?.test(cite.text) || own?.test(cite.text) || readsHidden(cited, visible)) lines.add(cite.line)
    })
  for (const [name, entity] of model.entities) look(entity, namesPattern(hiddenNamesOf(model, visible, name)))
  for (const screen of 'screens' in model.screens ? model.screens.screens : []) {
    const own = 'entity' in screen.shows ? hiddenNamesOf(model, visible, screen.shows.entity) : []
    look(screen, namesPattern(own))
  }
  look([model.limits, model.lookups, model.calendars, model.roles], undefined)
  return { lines, names }
}

export function namesHidden(text: string, { names }: HiddenNames): boolean {
  return names?.test(text) === true
}

/** Lists the names of hidden fields of all entities, without names that some visible field has, too. */
function hiddenNames(model: Model, visible: VisibleFields): readonly string[] {
  const known = new Set<string>()
  for (const [entity, { fields }] of model.entities)
    for (const [field, { name }] of fields)
      if (visible.get(entity)?.has(field)) for (const each of [field, name.label]) known.add(each.toLowerCase())
  const hidden = [...model.entities.keys()].flatMap((entity) => hiddenNamesOf(model, visible, entity))
  return hidden.filter((name) => !known.has(name.toLowerCase()))
}

function hiddenNamesOf(model: Model, visible: VisibleFields, entity: string): readonly string[] {
  return [...(model.entities.get(entity)?.fields ?? [])].flatMap(([field, { name, standard }]) =>
    standard || visible.get(entity)?.has(field) ? [] : [field, name.label],
  )
}

function namesPattern(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined
  const any = [...new Set(names)].map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('|')
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${any})(?![\p{L}\p{N}_])`, 'iu')
}

/** Calls back with each value that has a citation. */
function visitCited(value: unknown, visit: (cited: object, cite: Citation) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('cite' in value) visit(value, value.cite as Citation)
  for (const part of partsOf(value)) visitCited(part, visit)
}

/**
 * Checks whether a value reads a hidden field. Parts with a citation of their own are skipped, because they are
 * checked separately.
 */
function readsHidden(value: object, visible: VisibleFields): boolean {
  const node = value as Partial<Extract<Node, { readonly kind: 'field' }>>
  if (node.kind === 'field' && typeof node.entity === 'string' && typeof node.field === 'string')
    if (visible.get(node.entity)?.has(node.field) !== true) return true
  return partsOf(value).some(
    (part) => typeof part === 'object' && part !== null && !('cite' in part) && readsHidden(part, visible),
  )
}

function partsOf(value: object): readonly unknown[] {
  if (value instanceof Map) return [...value.values()]
  return Array.isArray(value) ? value : Object.values(value)
}

/** Copies a value and replaces each citation in it by the result of `replace`. */
export function replaceCitations<T>(value: T, replace: (cite: Citation) => Citation): T {
  if (typeof value !== 'object' || value === null) return value
  const again = <U>(each: U): U => replaceCitations(each, replace)
  if (value instanceof Map)
    return new Map([...(value as ReadonlyMap<unknown, unknown>)].map(([key, each]) => [key, again(each)])) as T
  if (Array.isArray(value)) return (value as readonly unknown[]).map(again) as T
  const entries = Object.entries(value).map(
    ([key, each]) => [key, key === 'cite' || key === 'grantsCite' ? replace(each as Citation) : again(each)] as const,
  )
  return Object.fromEntries(entries) as T
}
