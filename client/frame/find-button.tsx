// Shows the button that opens the command palette, with its key.
import { Kbd, UnstyledButton } from '@mantine/core'
import { openPalette } from './palette/open-palette.ts'
import { Icon } from '../ui/icon.tsx'
import { say } from '../words/say.ts'
import classes from './frame.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function FindButton() {
  return (
    <UnstyledButton className={classes['find'] ?? ''} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
      <Icon name="search" size={16} />
      <span>{say('Search')}</span>
      <Kbd size="xs" visibleFrom="md" aria-hidden="true">
        {`${isApple ? '⌘' : say('Ctrl')} K`}
      </Kbd>
    </UnstyledButton>
  )
}
