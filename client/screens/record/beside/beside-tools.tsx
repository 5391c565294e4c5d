// Shows the actions of a related record without a screen of its own.
import { Group } from '@mantine/core'
import type { Entity, Field } from '#shared/model/model.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { DeleteButton } from '../delete-button.tsx'
import { EditButton } from '../edit-button.tsx'
import { Transitions } from '../transitions.tsx'

interface Props {
  readonly related: Entity
  /** The relation that points to the record on the page: where it stands goes without saying. */
  readonly field: Field
  readonly item: RecordData
}

export function BesideTools({ related, field, item }: Props) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Transitions entity={related} record={item} isSmall />
      <EditButton entity={related} record={item} etag={`"${item._version}"`} without={field} isSmall />
      <DeleteButton entity={related} record={item} isSmall />
    </Group>
  )
}
