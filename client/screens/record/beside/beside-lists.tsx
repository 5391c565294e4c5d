// Shows the related records of a record, as lists or conversations.
import type { Entity } from '#shared/model/model.ts'
import type { BesidePlace } from '../../../data/record-places.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { conversationFields } from './conversation-fields.ts'
import { Conversation } from './conversation.tsx'
import { RelatedList } from './related-list.tsx'

interface Props {
  readonly places: readonly BesidePlace[]
  readonly entity: Entity
  readonly record: RecordData
}

export function BesideLists({ places, entity, record }: Props) {
  return places.map((place) => {
    const talk = conversationFields(place, entity)
    const props = { ...place, record }
    if (talk) return <Conversation key={place.name} {...props} {...talk} />
    return <RelatedList key={place.name} {...props} {...(entity.parts.has(place.name) ? { head: entity } : {})} />
  })
}
