// Breaks long sentences at the edge of the editor; rows of tables stay whole, with their columns in line.
import type { Extension } from '@codemirror/state'
import { RangeSetBuilder } from '@codemirror/state'
import type { DecorationSet, ViewUpdate } from '@codemirror/view'
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view'

const row = Decoration.line({ class: 'cm-row' })

export const lineWrapping: Extension = [
  EditorView.lineWrapping,
  EditorView.theme({
    // The widest row in sight does not decide where sentences break.
    '.cm-content': { minWidth: '0' },
    '.cm-row': { whiteSpace: 'pre', width: 'max-content', minWidth: '100%' },
  }),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = markRows(view)
      }

      update({ docChanged, viewportChanged, view }: ViewUpdate) {
        if (docChanged || viewportChanged) this.decorations = markRows(view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
]

function markRows({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at)
      if (/^\s*\|/.test(line.text)) builder.add(line.from, line.from, row)
      at = line.to + 1
    }
  return builder.finish()
}
