// Shows the related records of a record, as lists or conversations.
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import type { BesidePlace } from '../../data/record-places.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { Conversation } from './conversation.tsx'
import { RelatedList } from './related-list.tsx'

interface Props {
  readonly places: readonly BesidePlace[]
  readonly entity: Entity
  readonly record: RecordData
}

export function BesideLists({ places, entity, record }: Props) {
  return places.map(({ name, related, field }) => {
    const talk = readTalk(related)
    const props = { name, related, field, record }
    const part = entity.parts.get(name)
    if (part) return <RelatedList key={name} {...props} head={entity} />
    return talk ? (
      <Conversation key={name} {...props} body={talk.body} author={talk.author} />
    ) : (
      <RelatedList key={name} {...props} />
    )
  })
}

/** One paragraph and one person who wrote it: that is a conversation. */
function readTalk(entity: Entity): { readonly body: Field; readonly author: Field } | undefined {
  const own = [...entity.fields.values()].filter((field) => !field.standard)
  const paragraphs = own.filter((field) => fieldType(field.type.kind).paragraph)
  const people = own.filter(
    (field) => field.type.kind === 'relation' && !field.type.many && field.type.entity === 'Person',
  )
  const [body] = paragraphs
  const [author] = people
  return body && author && paragraphs.length === 1 && people.length === 1 ? { body, author } : undefined
}
