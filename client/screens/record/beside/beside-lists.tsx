// Shows the related records of a record, as lists or conversations.
import type { Entity } from '#shared/model/model.ts'
import type { BesidePlace } from '../../../data/record-places.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { Conversation } from './conversation.tsx'
import { readTalk } from './read-talk.ts'
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
