// Adds a part to the document: by a form, or as text with blanks to fill in.
import { Button, Menu } from '@mantine/core'
import type { RefObject } from 'react'
import { useState } from 'react'
import { addToDocument } from '#shared/language/adding/add.ts'
import { suggestAddition } from '#shared/language/adding/suggest.ts'
import type { WantedKind } from '#shared/language/adding/wanted.ts'
import { WANTED_KINDS } from '#shared/language/adding/wanted.ts'
import { Icon } from '../../../ui/icon.tsx'
import { say } from '../../../words/say.ts'
import { AddDialog } from './add-dialog.tsx'
import { insertWithBlanks } from './insert-addition.ts'
import type { OpenEditor } from '../editor/code-editor.tsx'
import { KIND_NAMES } from './kind-words.ts'

export function AddMenu({ editor }: { readonly editor: RefObject<OpenEditor | null> }) {
  const [isOpen, setOpen] = useState(false)
  const [form, setForm] = useState<{ readonly kind: WantedKind; readonly text: string }>()
  const text = isOpen ? (editor.current?.view.state.doc.toString() ?? '') : ''
  // Asked only while the menu is open: it reads the whole document.
  const possible = isOpen ? WANTED_KINDS.filter((kind) => suggestAddition(text, kind) !== undefined) : []
  const write = (kind: WantedKind) => {
    const wanted = suggestAddition(text, kind)
    if (wanted !== undefined && editor.current !== null)
      insertWithBlanks(editor.current.view, addToDocument(text, wanted))
  }
  return (
    <>
      <Menu
        position="bottom-start"
        opened={isOpen}
        onChange={setOpen}
        returnFocus={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={15} />}
            rightSection={<Icon name="down" size={12} />}
          >
            {say('Add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          {WANTED_KINDS.map((kind) => (
            <Menu.Item key={kind} disabled={isOpen && !possible.includes(kind)} onClick={() => setForm({ kind, text })}>
              {KIND_NAMES[kind]} …
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>{say('As text with blanks')}</Menu.Label>
          {WANTED_KINDS.map((kind) => (
            <Menu.Item key={kind} disabled={isOpen && !possible.includes(kind)} onClick={() => write(kind)}>
              {KIND_NAMES[kind]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {form !== undefined && (
        <AddDialog
          key={form.kind}
          kind={form.kind}
          text={form.text}
          editor={editor}
          onClose={() => setForm(undefined)}
        />
      )}
    </>
  )
}
