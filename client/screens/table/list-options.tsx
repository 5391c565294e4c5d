// Opens the choice of columns, groups and density.
import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { Icon } from '../../ui/icon.tsx'
import { loadPart } from '../../ui/load-page.tsx'
import { say } from '../../words/say.ts'
import classes from './list-options.module.css'
import type { ListState } from './list-state.ts'

const ListChoices = loadPart(async () => (await import('./list-choices.tsx')).ListChoices)

export interface ListOptionsProps {
  readonly state: ListState
  readonly entity: Entity
  readonly columns: readonly ListColumn[]
  readonly readable: ReadonlySet<string>
}

export function ListOptions(props: ListOptionsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus width={320}>
      <Popover.Target>
        <Button
          className={classes['button'] ?? ''}
          variant="default"
          leftSection={<Icon name="table" size={15} />}
          aria-haspopup="dialog"
          onClick={() => setOpen(!open)}
          data-command={say('Choose columns')}
        >
          {say('Columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ListChoices {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}
