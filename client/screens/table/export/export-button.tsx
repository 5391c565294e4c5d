// Opens the export of a list, for those who may export some of it.
import { useState } from 'react'
import { sayBytes } from '../../../words/say-bytes.ts'
import type { Entity } from '#shared/model/model.ts'
import { usePermissions } from '../../../data/records/permissions.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { Icon } from '../../../ui/icon.tsx'
import { loadPart } from '../../../ui/load-page.tsx'
import { PopoverButton } from '../../../ui/popover/popover-button.tsx'
import { say } from '../../../words/say.ts'
import { useExport } from './use-export.ts'

const ExportChoices = loadPart(async () => (await import('./export-choices.tsx')).ExportChoices)

export interface ExportProps {
  readonly entity: Entity
  /** Filter, search and sort order that the list has now; `sort` is written as in the address. */
  readonly query: { readonly filter?: string; readonly search?: string; readonly sort?: string }
  /** Those of the list. */
  readonly columns: readonly ListColumn[]
  /** Undefined: not known. */
  readonly count: number | undefined
}

export function ExportButton(props: ExportProps) {
  const [open, setOpen] = useState(false)
  const { exportable } = usePermissions(props.entity)
  const run = useExport(props.entity, () => setOpen(false))
  if (exportable.size === 0) return null
  return (
    <PopoverButton
      label={say('Export')}
      icon={<Icon name="download" size={15} />}
      {...(run.bytes === undefined ? {} : { note: sayBytes(run.bytes) })}
      command={say('Export the list')}
      isOpen={open}
      onChange={setOpen}
      side="end"
      width={320}
    >
      <ExportChoices {...props} run={run} />
    </PopoverButton>
  )
}
