// Marks in tables and settings the names that the document declares.
import type { Extension } from '@codemirror/state'
import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import type { DecorationSet, EditorView, ViewUpdate } from '@codemirror/view'
import { Decoration, ViewPlugin } from '@codemirror/view'

export const setKnownNames = StateEffect.define<ReadonlySet<string>>()

const field = StateField.define<ReadonlySet<string>>({
  create: () => new Set(),
  update: (names, { effects }) => effects.find((effect) => effect.is(setKnownNames))?.value ?? names,
})

const mark = Decoration.mark({ class: 'cm-known-name' })

export const knownNames: Extension = [
  field,
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = decorate(view)
      }

      update(update: ViewUpdate) {
        const isOther = update.startState.field(field) !== update.state.field(field)
        if (update.docChanged || update.viewportChanged || isOther) this.decorations = decorate(update.view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
]

function decorate(view: EditorView): DecorationSet {
  const names = view.state.field(field)
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      for (const span of findNames(line.text, names)) builder.add(line.from + span.start, line.from + span.end, mark)
      at = line.to + 1
    }
  }
  return builder.finish()
}

/** Words within a sentence are names only where they look like one: `Ticket`, `due_at`, `by status`. */
const NAME_IN_WORDS = /(?:\b(?:by|of|over) )?(?<name>[\p{L}_][\p{L}\p{N}_]*)/gu

/** Whole parts of a cell or a value, and names among their words; what stands between backticks is an expression. */
export function findNames(
  line: string,
  names: ReadonlySet<string>,
): readonly { readonly start: number; readonly end: number }[] {
  if (!/^\s*(?:\||[-*+] )/.test(line)) return []
  const found: { start: number; end: number }[] = []
  for (const part of line.replaceAll(/`[^`]*`/g, blank).matchAll(/[^|,:;]+/g)) {
    const written = part[0].trim()
    const start = part.index + part[0].indexOf(written)
    if (names.has(written)) found.push({ start, end: start + written.length })
    else
      for (const { 0: words, index, groups } of part[0].matchAll(NAME_IN_WORDS)) {
        const name = groups?.['name'] ?? ''
        const end = part.index + index + words.length
        const isLikeName = words !== name || /^\p{Lu}|_/u.test(name)
        if (isLikeName && names.has(name)) found.push({ start: end - name.length, end })
      }
  }
  return found
}

function blank(text: string): string {
  return ' '.repeat(text.length)
}
