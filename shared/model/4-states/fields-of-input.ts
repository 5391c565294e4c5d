// Finds the fields into which an input goes, whose reading decides who may know what was given.
import type { Node } from '../../expressions/node.ts'
import { someNode } from '../../expressions/walk.ts'
import type { DocumentCall } from '../7-calls/types.ts'
import type { Effect, Entity, FieldSetting, Model } from '../model.ts'

export interface FieldsOfInput {
  /** Fields of the record at hand. */
  readonly own: ReadonlySet<string>
  /** Fields of other records; without a name, all of an entity's. */
  readonly others: readonly { readonly entity: string; readonly field?: string }[]
}

/** "POST /api/loans/:id/remind" */
export function callName({ method, path }: Pick<DocumentCall, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Undefined: the document has no such transition or call with such an input any more. */
export function fieldsOfInput(
  model: Model,
  entity: Entity,
  { transition, call }: { readonly transition?: string; readonly call?: string },
  name: string,
): FieldsOfInput | undefined {
  const own = new Set(entity.fields.has(name) ? [name] : [])
  const others: { entity: string; field?: string }[] = []
  const done = transition === undefined ? undefined : entity.transitions.get(transition)
  const made = call === undefined ? undefined : model.calls.find((each) => callName(each) === call)
  if (done?.asks.some((ask) => ask.name.identifier === name) === true) {
    const effects = done.rows.flatMap((row) => row.then)
    follow(model, effects, new Set([name]), { own, others, entity: entity.name.identifier, done: new Set() })
    return { own, others }
  }
  if (made?.takes.some((each) => each.name === name) !== true) return undefined
  follow(model, made.steps, new Set([name]), { own, others, entity: entity.name.identifier, done: new Set() })
  return { own, others }
}

interface InputFlow {
  readonly own: Set<string>
  readonly others: { entity: string; field?: string }[]
  readonly entity: string
  /** Inputs of transitions that effects do, which were followed already. */
  readonly done: Set<string>
}

/** `names`: the input, and what effects call its value. */
function follow(model: Model, effects: readonly Effect[], names: Set<string>, into: InputFlow): void {
  const { own, others, entity, done } = into
  const reads = (node: Node): boolean => someNode(node, (each) => each.kind === 'input' && names.has(each.name))
  const fill = (of: string, fields: readonly FieldSetting[]): void => {
    for (const { field, value } of fields) if (reads(value.tree)) others.push({ entity: of, field })
  }
  const fillLines = (of: string, lines: readonly FieldSetting[]): void => {
    for (const { field, value } of lines) {
      const part = model.entities.get(of)?.parts.get(field)
      if (part && reads(value.tree)) others.push({ entity: part.entity })
    }
  }
  for (const effect of effects) {
    switch (effect.kind) {
      case 'set':
        if (effect.isLines === true) fillLines(entity, [effect])
        else if (reads(effect.value.tree)) own.add(effect.field)
        break
      case 'let':
        if (reads(effect.value.tree)) names.add(effect.name)
        break
      case 'create':
      case 'update':
        fill(effect.entity, effect.fields)
        fillLines(effect.entity, effect.lines ?? [])
        break
      case 'sign up':
        fill('Person', effect.fields)
        break
      case 'add':
      case 'remove':
        if (!reads(effect.items.tree)) break
        if (effect.of === undefined) own.add(effect.field)
        else others.push({ entity: effect.of.entity, field: effect.field })
        break
      case 'do':
        for (const { name, value } of effect.input) if (reads(value.tree)) followDone(model, effect, name, others, done)
        break
      case 'for each':
        if (reads(effect.items.tree)) names.add(effect.variable)
        follow(model, effect.effects, names, into)
        break
      case 'try':
        follow(model, [effect.effect, effect.otherwise], names, into)
        break
      default:
    }
  }
}

/** Follows an input of a transition that an effect does; its fields are those of other records, or of this one as another. */
function followDone(
  model: Model,
  { entity, transition }: Effect & { readonly kind: 'do' },
  name: string,
  others: InputFlow['others'],
  done: Set<string>,
): void {
  const key = `${entity} ${transition} ${name}`
  const of = model.entities.get(entity)
  const found = of?.transitions.get(transition)
  if (of === undefined || found === undefined || done.has(key)) return
  done.add(key)
  const own = new Set(of.fields.has(name) ? [name] : [])
  const effects = found.rows.flatMap((row) => row.then)
  follow(model, effects, new Set([name]), { own, others, entity, done })
  for (const field of own) others.push({ entity, field })
}
