// Puts a text in place of all that is in the editor, and offers the way back.
import type { EditorView } from '@codemirror/view'
import { notifications } from '@mantine/notifications'
import type { RefObject } from 'react'
import { ButtonMessage } from '../../../ui/button-message.tsx'
import { say } from '../../../words/say.ts'
import type { OpenEditor } from './code-editor.tsx'

/** Id of the notification that offers the way back. */
export const REPLACED = 'replaced-text'

/** `said`: what the text is now. */
export function replaceText(editor: RefObject<OpenEditor | null>, text: string, said: string): void {
  const view = editor.current?.view
  if (view === undefined) return
  const before = view.state.doc.toString()
  replaceAll(view, text)
  const undo = () => {
    notifications.hide(REPLACED)
    if (editor.current) replaceAll(editor.current.view, before)
  }
  notifications.show({
    id: REPLACED,
    autoClose: 10_000,
    message: <ButtonMessage text={said} button={say('Undo')} onClick={undo} />,
  })
}

/** Is one change, that can be undone by key as well. */
function replaceAll(view: EditorView, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(text) },
    selection: { anchor: 0 },
    scrollIntoView: true,
  })
  view.focus()
}
