// Puts a text in place of all that is in the editor, and offers the way back.
import type { EditorView } from '@codemirror/view'
import type { RefObject } from 'react'
import { showOffer } from '../../../ui/offer.tsx'
import { say } from '../../../words/say.ts'
import type { OpenEditor } from './code-editor.tsx'

/** Gives the id of the offer. `said`: what the text is now. */
export function replaceText(editor: RefObject<OpenEditor | null>, text: string, said: string): string | undefined {
  const view = editor.current?.view
  if (view === undefined) return undefined
  const before = view.state.doc.toString()
  replaceAll(view, text)
  const undo = () => {
    if (editor.current) replaceAll(editor.current.view, before)
  }
  return showOffer({ text: said, button: say('Undo'), onClick: undo })
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
