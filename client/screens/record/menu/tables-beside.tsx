// Exports what stands beside a record, and imports more of it: its comments, say.
import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import type { Entity } from '#shared/model/model.ts'
import { pointsTo } from '../../../data/records/filter-conditions.ts'
import { usePermissions } from '../../../data/records/permissions.ts'
import type { BesidePlace } from '../../../data/record-places.ts'
import { Icon } from '../../../ui/icon.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import { exportedFields } from '../../table/export/exported-fields.ts'
import { saveExport } from '../../table/export/save-export.ts'
import { useExport } from '../../table/export/use-export.ts'

interface Props extends BesidePlace {
  /** The id of the record. */
  readonly record: string
  readonly onImport: (entity: Entity) => void
}

export function TablesBeside({ related, field, record, onImport }: Props) {
  const { exportable, importable, readable } = usePermissions(related)
  const { start, bytes, error } = useExport(related)
  useEffect(() => {
    if (error instanceof Error) notifications.show({ message: error.message, color: 'red' })
  }, [error])
  const fields = exportedFields(related, exportable)
  const name = withinSentence(related.plural)
  return (
    <>
      {exportable.size > 0 && readable.has(field.name.identifier) && (
        <Menu.Item
          leftSection={<Icon name="download" size={15} />}
          disabled={bytes !== undefined}
          onClick={() => start(saveExport, 'xlsx', { filter: pointsTo(field, record), fields: fields.join(',') })}
        >
          {say('Export {name}', { name })}
        </Menu.Item>
      )}
      {importable && (
        <Menu.Item leftSection={<Icon name="upload" size={15} />} onClick={() => onImport(related)}>
          {say('Import {name}', { name })}
        </Menu.Item>
      )}
    </>
  )
}
