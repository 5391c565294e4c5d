// Holds the filters of a list on a narrow screen.
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { SideDialog } from '../../../ui/dialog/dialog.tsx'
import { useLateOpen } from '../../../ui/dialog/use-late-open.ts'
import { say } from '../../../words/say.ts'
import classes from './filter-sheet.module.css'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function FilterSheet({ isOpen, onClose, children }: Props) {
  return (
    <SideDialog
      opened={useLateOpen(isOpen)}
      onClose={onClose}
      title={say('Filters')}
      position="bottom"
      classNames={{ content: classes['sheet'] ?? '' }}
    >
      <Stack gap="md">
        {children}
        <div className={classes['foot']}>
          <Button size="md" fullWidth onClick={onClose}>
            {say('Show the list')}
          </Button>
        </div>
      </Stack>
    </SideDialog>
  )
}
