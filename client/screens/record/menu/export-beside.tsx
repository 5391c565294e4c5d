// Exports what stands beside a record, for those who may: a workbook of its comments, say.
import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { pointsTo } from '../../../data/records/filter-conditions.ts'
import { usePermissions } from '../../../data/records/permissions.ts'
import type { BesidePlace } from '../../../data/record-places.ts'
import { Icon } from '../../../ui/icon.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import { exportedFields } from '../../table/export/exported-fields.ts'
import { useExport } from '../../table/export/use-export.ts'

interface Props extends BesidePlace {
  /** The id of the record. */
  readonly record: string
}

export function ExportBeside({ related, field, record }: Props) {
  const { exportable } = usePermissions(related)
  const { start, bytes, error } = useExport(related)
  useEffect(() => {
    if (error instanceof Error) notifications.show({ message: error.message, color: 'red' })
  }, [error])
  if (exportable.size === 0) return null
  const fields = exportedFields(related, exportable)
  return (
    <Menu.Item
      leftSection={<Icon name="download" size={15} />}
      disabled={bytes !== undefined}
      onClick={() => start('xlsx', { filter: pointsTo(field, record), fields: fields.join(',') })}
    >
      {say('Export {name}', { name: withinSentence(related.plural) })}
    </Menu.Item>
  )
}
