// Shows a popover below the button that opened it; loaded at first use, so that a first list needs no code that places it.
import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './popover-button.module.css'
import { useLateOpen } from './use-late-open.ts'

export interface LatePopoverProps {
  readonly label: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly side: 'start' | 'end'
  readonly width: number
  readonly children: ReactNode
}

export function LatePopover({ label, isOpen, onClose, side, width, children }: LatePopoverProps) {
  return (
    <Popover
      opened={useLateOpen(isOpen)}
      onChange={(stays) => stays || onClose()}
      position={`bottom-${side}`}
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
      width={width}
    >
      <Popover.Target>
        <span className={classes['place']} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
