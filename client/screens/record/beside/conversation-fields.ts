// Finds out which lists beside a record are conversations; the others are tables.
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import type { BesidePlace } from '../../../data/record-places.ts'
import { readableNames } from '../../../data/records/permissions.ts'

interface ConversationFields {
  readonly body: Field
  readonly author: Field
}

/**
 * One paragraph and one person who wrote it, which both may be read: that is a conversation, except where it is part of the record,
 * or goes through states.
 */
export function conversationFields(
  model: Model,
  session: SessionBody,
  { name, related }: BesidePlace,
  entity: Entity,
): ConversationFields | undefined {
  const readable = readableNames(model, session, related.name.identifier)
  const own = [...related.fields.values()].filter((field) => !field.standard && readable.has(field.name.identifier))
  const paragraphs = own.filter((field) => fieldType(field.type.kind).paragraph)
  const people = own.filter(
    (field) => field.type.kind === 'relation' && !field.type.many && field.type.entity === 'Person',
  )
  const [body] = paragraphs
  const [author] = people
  const isConversation =
    !entity.parts.has(name) && related.workflows.size === 0 && paragraphs.length === 1 && people.length === 1
  return body && author && isConversation ? { body, author } : undefined
}
