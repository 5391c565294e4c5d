// Adds a part to the document: by a form, or as text with blanks to fill in.
import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { RefObject } from 'react'
import { useRef, useState } from 'react'
import type { WantedKind } from '#shared/language/adding/wanted.ts'
import { WANTED_KINDS } from '#shared/language/adding/wanted.ts'
import type { Addable, Suggestion } from '#shared/language/open-document.ts'
import { Icon } from '../../../ui/icon.tsx'
import { say } from '../../../words/say.ts'
import type { Form } from './add-dialog.tsx'
import { AddDialog } from './add-dialog.tsx'
import { insertWithBlanks } from './insert-addition.ts'
import type { OpenEditor } from '../editor/code-editor.tsx'
import { KIND_NAMES } from './kind-words.ts'

interface Offers extends Addable {
  /** The text that was asked about. */
  readonly text: string
}

export function AddMenu({ editor }: { readonly editor: RefObject<OpenEditor | null> }) {
  /** Undefined until the language service has answered, after each time that the menu is opened. */
  const [offers, setOffers] = useState<Offers>()
  const asked = useRef<Promise<Offers | undefined>>(undefined)
  const [form, setForm] = useState<Form>()
  const ask = async (): Promise<Offers | undefined> => {
    const open = editor.current
    if (open === null) return undefined
    const text = open.view.state.doc.toString()
    const addable = await open.service.ask(text, { kind: 'addable' })
    const answered = addable && { ...addable, text }
    setOffers(answered)
    return answered
  }
  const choose = async (kind: WantedKind, act: (suggestion: Suggestion, offers: Offers) => void): Promise<void> => {
    const answered = await asked.current
    const suggestion = answered?.suggestions.find(({ wanted }) => wanted.kind === kind)
    if (answered === undefined) notifications.show({ message: say('The language service could not be loaded.') })
    else if (suggestion !== undefined) act(suggestion, answered)
  }
  const openForm = ({ wanted }: Suggestion, { known, text }: Offers) => setForm({ suggested: wanted, known, text })
  const write = ({ addition }: Suggestion) => editor.current && insertWithBlanks(editor.current.view, addition)
  const items = (act: typeof openForm, mark = '') =>
    WANTED_KINDS.map((kind) => (
      <Menu.Item
        key={kind}
        disabled={offers !== undefined && !offers.suggestions.some(({ wanted }) => wanted.kind === kind)}
        onClick={() => void choose(kind, act)}
      >
        {KIND_NAMES[kind] + mark}
      </Menu.Item>
    ))
  return (
    <>
      <Menu
        position="bottom-start"
        onOpen={() => {
          setOffers(undefined)
          asked.current = ask()
        }}
        returnFocus={false}
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
          {items(openForm, ' …')}
          <Menu.Divider />
          <Menu.Label>{say('As text with placeholders')}</Menu.Label>
          {items(write)}
        </Menu.Dropdown>
      </Menu>
      {form !== undefined && (
        <AddDialog key={form.suggested.kind} form={form} editor={editor} onClose={() => setForm(undefined)} />
      )}
    </>
  )
}
