// Opens the choice of columns, groups and density.
import { useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { Icon } from '../../ui/icon.tsx'
import { loadPart } from '../../ui/load-page.tsx'
import { PopoverButton } from '../../ui/popover/popover-button.tsx'
import { say } from '../../words/say.ts'
import type { ListState } from './list-state.ts'

const ListChoices = loadPart(async () => (await import('./list-choices.tsx')).ListChoices)

export interface ListOptionsProps {
  readonly state: ListState
  readonly entity: Entity
  /** Those that are shown. */
  readonly columns: readonly ListColumn[]
  /** So many more have no room. */
  readonly left: number
  readonly readable: ReadonlySet<string>
  /** Cards have no totals. */
  readonly isWide: boolean
}

export function ListOptions(props: ListOptionsProps) {
  const [open, setOpen] = useState(false)
  return (
    <PopoverButton
      label={say('View')}
      {...(props.left > 0 ? { note: say('{count} hidden', { count: props.left }) } : {})}
      icon={<Icon name="table" size={15} />}
      command={say('Choose columns')}
      isOpen={open}
      onChange={setOpen}
      side="end"
      width={320}
    >
      <ListChoices {...props} />
    </PopoverButton>
  )
}
