// Lists the keyboard shortcuts: those that work everywhere, and those of the open page.
import { Checkbox, Kbd, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { useLateOpen } from '../dialog/use-late-open.ts'
import { say } from '../../words/say.ts'
import classes from './shortcut-list.module.css'
import { useSingleKeysSetting } from './use-shortcuts.ts'

interface Shortcut {
  readonly keys: readonly string[]
  readonly does: string
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const EVERYWHERE: readonly Shortcut[] = [
  { keys: [isApple ? '⌘' : say('Ctrl'), 'K'], does: say('Open the command palette') },
  { keys: ['/'], does: say('Search') },
  { keys: ['?'], does: say('Show this list') },
  { keys: [say('Esc')], does: say('Close dialog or menu, leave text') },
  { keys: [say('Alt'), '←'], does: say('Back') },
  { keys: [say('Alt'), '→'], does: say('Forward') },
  { keys: [isApple ? '⌘' : say('Ctrl'), say('Enter')], does: say('Submit the form') },
]

const IN_LISTS: readonly Shortcut[] = [
  { keys: ['J', '↓'], does: say('Next row') },
  { keys: ['K', '↑'], does: say('Previous row') },
  { keys: [say('Enter')], does: say('Open the row') },
  { keys: [say('Space')], does: say('Show the row beside the list') },
]

/** Shortcuts of lists that fill the window, in addition to those of all lists. */
const IN_TABLES: readonly Shortcut[] = [
  { keys: ['X'], does: say('Select the row') },
  { keys: [say('Shift'), 'X'], does: say('Select all rows up to this one') },
  { keys: ['←', '→'], does: say('Move between cells') },
  { keys: [say('Shift'), '↓', '→'], does: say('Select cells') },
  { keys: [isApple ? '⌘' : say('Ctrl'), 'C'], does: say('Copy the cells for a spreadsheet') },
  { keys: ['E'], does: say('Edit the cell') },
  { keys: ['A'], does: say('Assign the row to me') },
]

const IN_CALENDARS: readonly Shortcut[] = [
  { keys: [say('Shift'), '←', '→'], does: say('Move by a day') },
  { keys: [say('Shift'), '↑', '↓'], does: say('Move by a week, or by half an hour') },
]

export function ShortcutList({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog opened={useLateOpen(isOpen)} onClose={onClose} title={say('Keyboard shortcuts')}>
      <Shortcuts />
    </Dialog>
  )
}

/** Read anew each time the list is opened: another page has others. */
function Shortcuts() {
  const [isOn, setOn] = useSingleKeysSetting()
  const [ofPage] = useState(readPageShortcuts)
  const [hasTable] = useState(() => document.querySelector('#main td[data-cell]') !== null)
  const [hasCalendar] = useState(() => document.querySelector('#main .fc') !== null)
  const [hasList] = useState(() => document.querySelector('#main [data-row-link]') !== null)
  return (
    <Stack gap="lg">
      <Section title={say('Everywhere')} shortcuts={EVERYWHERE} />
      {(hasList || ofPage.length > 0) && (
        <Section
          title={say('On this page')}
          shortcuts={[
            ...(hasList ? IN_LISTS : []),
            ...(hasTable ? IN_TABLES : []),
            ...(hasCalendar ? IN_CALENDARS : []),
            ...ofPage,
          ]}
        />
      )}
      <Checkbox
        label={say('Use single-key shortcuts')}
        description={say('Switch this off if you use speech input.')}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Stack>
  )
}

function Section({ title, shortcuts }: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) {
  return (
    <section aria-label={title}>
      <Title order={3} fz="sm" c="dimmed" mb="xs">
        {title}
      </Title>
      <dl className={classes['list']}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function readPageShortcuts(): readonly Shortcut[] {
  return [...document.querySelectorAll<HTMLElement>('#main [aria-keyshortcuts]')].flatMap((element) => {
    const key = element.getAttribute('aria-keyshortcuts') ?? ''
    const does = element.dataset['command'] ?? element.getAttribute('aria-label') ?? element.textContent.trim()
    return does === '' || key === '' ? [] : [{ keys: [key.toUpperCase()], does }]
  })
}
