// Shows a popover below the button that opened it; loaded at first use, as a first list needs none.
import { Popover } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import classes from './popover-button.module.css'
import { useLateOpen } from '../dialog/use-late-open.ts'
import { useTopLayer } from '../dialog/use-top-layer.ts'

export interface LatePopoverProps {
  readonly label: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly side: 'start' | 'end'
  readonly width: number
  /** Content of the popover. */
  readonly content: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

export function LatePopover({ label, isOpen, onClose, side, width, content, children }: LatePopoverProps) {
  const opened = useLateOpen(isOpen)
  // Esc closes it, and not a dialog below it too.
  useTopLayer(opened)
  return (
    <Popover
      opened={opened}
      onChange={(stays) => stays || onClose()}
      position={`bottom-${side}`}
      shadow="md"
      trapFocus
      withRoles={false}
      width={width}
    >
      <Popover.Target>
        <span className={classes['place']} aria-hidden />
      </Popover.Target>
      {/* The keyboard is in it even before its content is loaded. */}
      <Popover.Dropdown
        ref={content}
        tabIndex={-1}
        className={classes['content'] ?? ''}
        role="dialog"
        aria-label={label}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
