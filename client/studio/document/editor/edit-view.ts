// Turns edits and places of a text into what the editor does.
import { EditorView } from '@codemirror/view'
import type { Span } from '#shared/text/span.ts'
import type { TextEdit } from '#shared/text/text-edits.ts'

export function changesOf(edits: readonly TextEdit[]): { from: number; to: number; insert: string }[] {
  return edits.map(({ span, text }) => ({ from: span.start, to: span.end, insert: text }))
}

/** Brings a heading to the top of what is seen, with the caret in it. */
export function goTo(view: EditorView, offset: number): void {
  const anchor = Math.min(offset, view.state.doc.length)
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 24 }) })
  view.focus()
}

/** Selects a part of the text, and brings it into the middle of what is seen. */
export function selectText(view: EditorView, { start, end }: Span): void {
  const most = view.state.doc.length
  const anchor = Math.min(start, most)
  view.dispatch({
    selection: { anchor, head: Math.min(end, most) },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
  })
  view.focus()
}
