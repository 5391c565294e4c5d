// Finds out which lists beside a record are conversations; the others are tables.
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import type { BesidePlace } from '../../../data/record-places.ts'

/** One paragraph and one person who wrote it: that is a conversation. */
export function readTalk(entity: Entity): { readonly body: Field; readonly author: Field } | undefined {
  const own = [...entity.fields.values()].filter((field) => !field.standard)
  const paragraphs = own.filter((field) => fieldType(field.type.kind).paragraph)
  const people = own.filter(
    (field) => field.type.kind === 'relation' && !field.type.many && field.type.entity === 'Person',
  )
  const [body] = paragraphs
  const [author] = people
  return body && author && paragraphs.length === 1 && people.length === 1 ? { body, author } : undefined
}

/** Tables need more room than texts. */
export function hasTables(places: readonly BesidePlace[], entity: Entity): boolean {
  return places.some(({ name, related }) => entity.parts.has(name) || readTalk(related) === undefined)
}
