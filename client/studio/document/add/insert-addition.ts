// Puts what was added into the text of the editor: selected, or with blanks that Tab walks through.
import { snippet } from '@codemirror/autocomplete'
import { isolateHistory } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import type { Addition } from '#shared/language/adding/add.ts'
import { changesOf } from '../editor/edit-view.ts'

/** Inserts an addition so that one undo takes it back, whatever was typed before. */
export function insertSelected(view: EditorView, addition: Addition): void {
  const { span, text } = addition
  const lead = /^\n*/.exec(text)?.[0].length ?? 0
  view.dispatch({
    changes: changesOf([addition]),
    selection: { anchor: span.start + lead, head: span.start + text.trimEnd().length },
    effects: EditorView.scrollIntoView(span.start + lead, { y: 'center' }),
    annotations: isolateHistory.of('full'),
  })
  view.focus()
}

export function insertWithBlanks(view: EditorView, addition: Addition): void {
  const { span } = addition
  // A snippet repeats the margin of the line where it begins.
  if (/^\s/.test(view.state.doc.lineAt(span.start).text)) return insertSelected(view, addition)
  view.dispatch({ selection: { anchor: span.end }, annotations: isolateHistory.of('full') })
  snippet(templateOf(addition))(view, null, span.start, span.end)
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: 'center' }) })
  view.focus()
}

function templateOf({ text, blanks }: Addition): string {
  let template = ''
  let at = 0
  for (const { start, end, number } of blanks) {
    template += `${escape(text.slice(at, start))}\${${number}:${escape(text.slice(start, end))}}`
    at = end
  }
  return template + escape(text.slice(at))
}

/** Braces have a meaning in snippets. */
function escape(text: string): string {
  return text.replaceAll(/[{}]/g, '\\$&')
}
