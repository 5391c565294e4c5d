// Shows the related records of a record, as lists or conversations.
import type { Entity } from '#shared/model/model.ts'
import type { BesidePlace } from '../../../data/record-places.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { readableNames } from '../../../data/records/permissions.ts'
import { conversationFields } from './conversation-fields.ts'
import { Conversation } from './conversation.tsx'
import { RelatedList } from './related-list.tsx'
import { UnreadBeside } from './unread-beside.tsx'

interface Props {
  readonly places: readonly BesidePlace[]
  readonly entity: Entity
  readonly record: RecordData
}

export function BesideLists({ places, entity, record }: Props) {
  const model = useModel()
  const session = useKnownSession()
  return places.map((place) => {
    const { related, field } = place
    const isRead = readableNames(model, session, related.name.identifier).has(field.name.identifier)
    if (!isRead) return <UnreadBeside key={place.name} {...place} record={record} />
    const talk = conversationFields(model, session, place, entity)
    const props = { ...place, record }
    if (talk) return <Conversation key={place.name} {...props} {...talk} />
    return <RelatedList key={place.name} {...props} {...(entity.parts.has(place.name) ? { head: entity } : {})} />
  })
}
