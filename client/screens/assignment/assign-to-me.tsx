// Offers to assign a record to the person who looks at it.
import { Button, Tooltip } from '@mantine/core'
import type { Entity } from '#shared/model/model.ts'
import { fieldLabel } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { useSelfAssignment } from '../../data/self-assignment.ts'
import { useAssigning } from './use-assigning.ts'
import { say } from '../../words/say.ts'

export function AssignToMe({ entity, record }: { readonly entity: Entity; readonly record: RecordData }) {
  const own = useSelfAssignment(entity)
  const assign = useAssigning(entity)
  if (!own || !assign || own.isMine(record) || record._may?.update[own.field.name.identifier] !== true) return null
  return (
    <Tooltip label={say('Sets {field} to you', { field: fieldLabel(own.field) })} withArrow>
      <Button variant="default" aria-keyshortcuts="a" data-command={say('Assign to me')} onClick={() => assign(record)}>
        {say('Assign to me')}
      </Button>
    </Tooltip>
  )
}
