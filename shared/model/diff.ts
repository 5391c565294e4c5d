// What a changed document changes in the shape of its data: what migration has to do, and what people are told beforehand.
import type { Entity, Field, Model } from './model.ts'

export type Change =
  | { readonly kind: 'entity added' | 'entity removed'; readonly entity: string }
  | { readonly kind: 'entity renamed'; readonly entity: string; readonly was: string }
  | {
      readonly kind: 'field added' | 'field removed'
      readonly entity: string
      readonly field: string
      readonly required: boolean
    }
  | { readonly kind: 'field renamed'; readonly entity: string; readonly field: string; readonly was: string }
  /** The type of its values differs; `before` and `after` in the document's words. */
  | {
      readonly kind: 'field retyped'
      readonly entity: string
      readonly field: string
      readonly before: string
      readonly after: string
    }
  | { readonly kind: 'field required' | 'unique added'; readonly entity: string; readonly field: string }
  /** Words that a choice no longer has; records may still hold them. */
  | {
      readonly kind: 'words removed'
      readonly entity: string
      readonly field: string
      readonly words: readonly string[]
    }

/** Fields and entities are followed through `was`; computed and standard fields hold no data and are left out. */
export function diffModels(before: Model, after: Model): readonly Change[] {
  const changes: Change[] = []
  const followed = new Set<string>()
  for (const [name, entity] of after.entities) {
    const was = before.entities.has(name) || entity.was === undefined ? name : entity.was
    const old = before.entities.get(was)
    if (!old) {
      changes.push({ kind: 'entity added', entity: name })
      continue
    }
    followed.add(was)
    if (was !== name) changes.push({ kind: 'entity renamed', entity: name, was })
    changes.push(...diffFields(name, old, entity))
  }
  for (const name of before.entities.keys())
    if (!followed.has(name)) changes.push({ kind: 'entity removed', entity: name })
  return changes
}

function diffFields(entity: string, before: Entity, after: Entity): readonly Change[] {
  const changes: Change[] = []
  const followed = new Set<string>()
  for (const field of kept(after)) {
    const name = field.name.identifier
    const was = before.fields.has(name) || field.was === undefined ? name : field.was
    const old = before.fields.get(was)
    if (!old || !holdsData(old)) {
      changes.push({ kind: 'field added', entity, field: name, required: field.required === true })
      continue
    }
    followed.add(was)
    if (was !== name) changes.push({ kind: 'field renamed', entity, field: name, was })
    changes.push(...diffField(entity, name, old, field))
  }
  for (const field of kept(before)) {
    const name = field.name.identifier
    if (!followed.has(name))
      changes.push({ kind: 'field removed', entity, field: name, required: field.required === true })
  }
  return changes
}

function diffField(entity: string, field: string, before: Field, after: Field): readonly Change[] {
  const changes: Change[] = []
  const [old, now] = [typeName(before), typeName(after)]
  if (old !== now) changes.push({ kind: 'field retyped', entity, field, before: old, after: now })
  if (after.required === true && before.required !== true) changes.push({ kind: 'field required', entity, field })
  if (after.limits.unique && !before.limits.unique) changes.push({ kind: 'unique added', entity, field })
  const words = wordsOf(before).filter((word) => !wordsOf(after).includes(word))
  if (old === now && words.length > 0) changes.push({ kind: 'words removed', entity, field, words })
  return changes
}

function kept(entity: Entity): readonly Field[] {
  return [...entity.fields.values()].filter(holdsData)
}

function holdsData(field: Field): boolean {
  return !field.standard && !field.computed
}

function wordsOf({ type }: Field): readonly string[] {
  return type.kind === 'one of' || type.kind === 'several of' ? type.words.map((each) => each.word) : []
}

function typeName({ type }: Field): string {
  if (type.kind === 'decimal') return `decimal(${type.scale})`
  if (type.kind === 'relation') return type.many ? `several ${type.entity}` : type.entity
  return type.kind === 'sequence' && type.pattern === undefined ? 'sequence of numbers' : type.kind
}
