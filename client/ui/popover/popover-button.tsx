// Opens a popover by a button; the button is there at once, the popover's code comes at its first use.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { loadPart } from '../load-page.tsx'
import classes from './popover-button.module.css'

const LatePopover = loadPart(async () => (await import('./late-popover.tsx')).LatePopover)

interface Props {
  readonly label: string
  readonly icon: ReactNode
  /** Stands behind the label, more quietly. */
  readonly note?: string
  /** Label of the button in the command palette. */
  readonly command: string
  readonly shortcut?: string
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
  readonly side: 'start' | 'end'
  readonly width: number
  readonly children: ReactNode
}

export function PopoverButton({
  label,
  icon,
  note,
  command,
  shortcut,
  isOpen,
  onChange,
  side,
  width,
  children,
}: Props) {
  const noteId = useId()
  const [wasOpened, setOpened] = useState(false)
  // The press closes it, as every press outside does: the click that follows is not to open it again.
  const wasOpenAtPress = useRef(false)
  const click = (isKey: boolean) => {
    setOpened(true)
    onChange(!(isKey ? isOpen : wasOpenAtPress.current))
    wasOpenAtPress.current = false
  }
  const button = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  // Who was in it goes on where it was opened; who went elsewhere stays there.
  const wasOpen = useRef(false)
  useEffect(() => {
    const { activeElement } = document
    const wasWithin = activeElement === document.body || content.current?.contains(activeElement)
    if (wasOpen.current && !isOpen && wasWithin) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <span className={`${classes['around']} ${side === 'end' ? classes['end'] : ''}`}>
      <Button
        ref={button}
        variant="default"
        leftSection={icon}
        onPointerDown={() => {
          wasOpenAtPress.current = isOpen
        }}
        onClick={({ detail }) => click(detail === 0)}
        // Until it has the keyboard itself.
        onKeyDown={({ key }) => key === 'Escape' && isOpen && onChange(false)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...(shortcut === undefined ? {} : { 'aria-keyshortcuts': shortcut })}
        {...(note === undefined ? {} : { 'aria-describedby': noteId })}
        data-command={command}
      >
        <span data-word>{label}</span>
        {note !== undefined && (
          <span className={classes['note']} id={noteId} aria-hidden="true">
            {note}
          </span>
        )}
      </Button>
      {wasOpened && (
        <LatePopover
          label={label}
          isOpen={isOpen}
          onClose={() => onChange(false)}
          side={side}
          width={width}
          content={content}
        >
          {children}
        </LatePopover>
      )}
    </span>
  )
}
