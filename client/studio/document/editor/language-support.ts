// Joins the language service to the editor: messages, quick fixes, completion, descriptions, definitions.
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { autocompletion } from '@codemirror/autocomplete'
import type { Diagnostic as EditorDiagnostic } from '@codemirror/lint'
import { linter, lintGutter } from '@codemirror/lint'
import type { Extension, Text } from '@codemirror/state'
import { StateEffect } from '@codemirror/state'
import type { Command, ViewUpdate } from '@codemirror/view'
import { EditorView, hoverTooltip, keymap } from '@codemirror/view'
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import { placesOfCause } from '#shared/diagnostics/gather-repeated.ts'
import type { Completion } from '#shared/language/complete.ts'
import { dayIn } from '#shared/text/day-in.ts'
import { currentTime } from '../../../clock.ts'
import { changesOf, selectText } from './edit-view.ts'
import { setKnownNames } from './known-names.ts'
import type { CheckedText } from './language-questions.ts'
import type { LanguageService } from './language-service.ts'

/** Messages follow when the writer pauses. */
const PAUSE_MILLISECONDS = 250

/** Has the text checked once more though it is the same. */
export const checkAgain = StateEffect.define()

const asksAgain = ({ transactions }: ViewUpdate) =>
  transactions.some(({ effects }) => effects.some((effect) => effect.is(checkAgain)))

interface Options {
  readonly service: LanguageService
  /** Only of the text that stands in the editor now. */
  readonly onChecked: (checked: CheckedText, text: string) => void
}

export function languageSupport({ service, onChecked }: Options): Extension {
  const check = async (view: EditorView): Promise<readonly EditorDiagnostic[]> => {
    const { doc } = view.state
    const text = doc.toString()
    const checked = await service.ask(text, { kind: 'check' })
    if (checked === undefined) return []
    // The linter itself drops what is late.
    if (view.state.doc === doc) {
      view.dispatch({ effects: setKnownNames.of(new Set(checked.names)) })
      onChecked(checked, text)
    }
    return checked.diagnostics.flatMap((each) =>
      placesOfCause(each).map((span) => toEditorDiagnostic({ ...each, span }, doc)),
    )
  }
  const describe = hoverTooltip(async (view, offset) => {
    const name = await service.ask(view.state.doc.toString(), { kind: 'name', offset })
    if (name === undefined) return null
    return { pos: name.span.start, end: name.span.end, create: () => ({ dom: describeIn(name.description) }) }
  })
  const jump = goToDefinition(service)
  return [
    linter(check, { delay: PAUSE_MILLISECONDS, needsRefresh: asksAgain }),
    lintGutter(),
    autocompletion({ override: [(context) => completeAt(service, context)], icons: false, maxRenderedOptions: 60 }),
    describe,
    keymap.of([{ key: 'F12', run: jump }]),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        const offset = event.ctrlKey || event.metaKey ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null
        if (offset === null) return false
        view.dispatch({ selection: { anchor: offset } })
        return jump(view)
      },
    }),
  ]
}

/** Goes to where the name at the caret is declared. */
function goToDefinition(service: LanguageService): Command {
  const jump = async (view: EditorView): Promise<void> => {
    const { doc, selection } = view.state
    const name = await service.ask(doc.toString(), { kind: 'name', offset: selection.main.head })
    if (name?.declaredAt === undefined || view.state.doc !== doc) return
    selectText(view, name.declaredAt)
  }
  return (view) => {
    void jump(view)
    return true
  }
}

const SEVERITIES = { error: 'error', warning: 'warning', note: 'info' } as const

function toEditorDiagnostic({ severity, message, hint, span, fixes = [] }: Diagnostic, doc: Text): EditorDiagnostic {
  const from = Math.min(span.start, doc.length)
  return {
    from,
    to: Math.max(from, Math.min(span.end, doc.length)),
    severity: SEVERITIES[severity],
    message: hint === undefined ? message : `${message}\n${hint}`,
    actions: fixes.map(({ title, edits }) => ({
      name: title,
      apply: (view) => {
        // Its offsets are those of the text that was checked; another text is checked at once.
        if (view.state.doc !== doc) return
        view.dispatch({ changes: changesOf(edits) })
        view.focus()
      },
    })),
  }
}

/** A number of a list begins a step of an example; a bullet that is indented, an entry of a question. */
const BEGINS_NAME = /[\p{L}_]$|[.`"]$|\|\s?$|^\s*\d+[.)]\s$|^\s+[-*+]\s(?:\w+:\s)?$/u

async function completeAt(service: LanguageService, context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context
  const line = state.doc.lineAt(pos)
  if (!explicit && !BEGINS_NAME.test(state.doc.sliceString(line.from, pos))) return null
  const offers = await service.ask(state.doc.toString(), {
    kind: 'complete',
    offset: pos,
    today: dayIn(currentTime()),
  })
  if (offers === undefined || offers.length === 0 || context.aborted) return null
  return {
    from: Math.min(...offers.map(({ span }) => span.start)),
    to: pos,
    options: offers.map(toOption),
    filter: false,
  }
}

const TYPES: { readonly [Kind in Completion['kind']]: string } = {
  field: 'property',
  function: 'function',
  constant: 'constant',
  entity: 'class',
  keyword: 'keyword',
  role: 'enum',
  word: 'text',
  table: 'text',
  setting: 'property',
}

function toOption({ label, kind, detail, text, span }: Completion) {
  return {
    label,
    detail,
    type: TYPES[kind],
    apply: (view: EditorView) => {
      const to = Math.min(span.end, view.state.doc.length)
      const from = Math.min(span.start, to)
      view.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.complete',
      })
    },
  }
}

/** The description is Markdown of two forms: what is **strong**, and code. */
function describeIn(description: string): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-name'
  for (const [at, part] of description.split(/\*\*|`/).entries()) {
    const element = at % 2 === 1 ? document.createElement('strong') : document.createElement('span')
    element.textContent = part
    dom.append(element)
  }
  return dom
}
