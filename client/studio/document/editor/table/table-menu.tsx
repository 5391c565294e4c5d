// Offers what can be done with the table around the caret, also to fingers.
import { startCompletion } from '@codemirror/autocomplete'
import type { StateCommand } from '@codemirror/state'
import type { Command } from '@codemirror/view'
import { Button, Menu } from '@mantine/core'
import type { RefObject } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import { say } from '../../../../words/say.ts'
import type { OpenEditor } from '../code-editor.tsx'
import {
  addColumnLeft,
  addColumnRight,
  addRowAbove,
  addRowBelow,
  alignColumns,
  deleteColumn,
  deleteRow,
  moveColumnLeft,
  moveColumnRight,
  moveRowDown,
  moveRowUp,
} from './table-commands.ts'

interface Props {
  readonly editor: RefObject<OpenEditor | null>
  readonly isInTable: boolean
}

interface Item {
  readonly label: string
  readonly run: Command | StateCommand
  readonly keys?: string
}

const GROUPS: readonly (readonly Item[])[] = [
  [
    { label: say('Add row above'), run: addRowAbove },
    { label: say('Add row below'), run: addRowBelow, keys: say('Ctrl Enter') },
    { label: say('Move row up'), run: moveRowUp, keys: say('Alt ↑') },
    { label: say('Move row down'), run: moveRowDown, keys: say('Alt ↓') },
    { label: say('Delete row'), run: deleteRow },
  ],
  [
    { label: say('Add column left'), run: addColumnLeft },
    { label: say('Add column right'), run: addColumnRight },
    { label: say('Move column left'), run: moveColumnLeft, keys: say('Alt ←') },
    { label: say('Move column right'), run: moveColumnRight, keys: say('Alt →') },
    { label: say('Delete column'), run: deleteColumn },
  ],
  [{ label: say('Align columns'), run: alignColumns, keys: say('Alt Shift F') }],
]

export function TableMenu({ editor, isInTable }: Props) {
  const run = (command: Command | StateCommand) => {
    if (editor.current === null) return
    const { view } = editor.current
    command(view)
    view.focus()
  }
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="table" size={15} />}
          rightSection={<Icon name="down" size={12} />}
        >
          {say('Table')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        {isInTable ? (
          GROUPS.map((items, at) => [
            at > 0 && <Menu.Divider key={`before ${items[0]?.label}`} />,
            ...items.map(({ label, run: command, keys }) => (
              <Menu.Item key={label} onClick={() => run(command)} rightSection={keys && <Keys text={keys} />}>
                {label}
              </Menu.Item>
            )),
          ])
        ) : (
          <Menu.Item onClick={() => run(offerTables)}>{say('New table …')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Keys({ text }: { readonly text: string }) {
  return <kbd style={{ font: 'inherit', fontSize: '0.75rem', color: 'var(--mantine-color-dimmed)' }}>{text}</kbd>
}

/** The language service offers the tables of the point on an empty line. */
const offerTables: Command = (view) => {
  const { doc, selection } = view.state
  const { text, to } = doc.lineAt(selection.main.head)
  const begin = text.trim() === '' ? '' : '\n\n'
  view.dispatch({
    changes: { from: to, insert: begin },
    selection: { anchor: to + begin.length },
    scrollIntoView: true,
  })
  return startCompletion(view)
}
