// Edits the text of a document with the language service beside it.
import { completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { foldGutter, foldKeymap } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { foldByHeading, specificationLanguage } from './document-language.ts'
import { editorTheme } from './editor-theme.ts'
import { editorWords } from './editor-words.ts'
import { knownNames } from './known-names.ts'
import { lineWrapping } from './line-wrapping.ts'
import type { CheckedText } from './language-questions.ts'
import type { LanguageService } from './language-service.ts'
import { openLanguageService } from './language-service.ts'
import { tableEditing } from './table/table-editing.ts'
import { tableAt } from './table/table-text.ts'
import { checkAgain, languageSupport } from './language-support.ts'

/** An editor that stands in the page, with the language service that knows its text. */
export interface OpenEditor {
  readonly view: EditorView
  readonly service: LanguageService
}

/** Place of the caret, for what stands around the editor. */
export interface Caret {
  readonly offset: number
  readonly isInTable: boolean
}

interface Props {
  readonly label: string
  /** Id of the element that says which keys there are. */
  readonly describedBy: string
  /** The text at the beginning; from then on the editor has it. */
  readonly text: string
  /** Null when it is gone. */
  readonly onEditor: (editor: OpenEditor | null) => void
  readonly onChange: (text: string) => void
  readonly onCaret: (caret: Caret) => void
  /** Called by F2: the person wants to rename what the caret stands in. */
  readonly onRename: () => void
  readonly onChecked: (checked: CheckedText, text: string) => void
  /** The language service is lost; `retry` tries to have it again. */
  readonly onLost: (retry: () => void) => void
  readonly className: string | undefined
}

export function CodeEditor({ label, describedBy, text, className, ...listeners }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const heard = useRef(listeners)
  useEffect(() => {
    heard.current = listeners
  })
  const begin = useRef({ label, describedBy, text })
  useEffect(() => {
    const service = openLanguageService(() =>
      heard.current.onLost(() => {
        service.reopen()
        view?.dispatch({ effects: checkAgain.of(null) })
      }),
    )
    let view: EditorView | undefined
    const renameByKey = () => {
      heard.current.onRename()
      return true
    }
    const parent = place.current
    if (parent === null) return undefined
    view = new EditorView({
      parent,
      state: EditorState.create({
        doc: begin.current.text,
        extensions: [
          ...editing(begin.current),
          keymap.of([{ key: 'F2', run: renameByKey }]),
          languageSupport({ service, onChecked: (checked, of) => heard.current.onChecked(checked, of) }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) heard.current.onChange(update.state.doc.toString())
            if (update.docChanged || update.selectionSet) heard.current.onCaret(caretIn(update.state))
          }),
        ],
      }),
    })
    heard.current.onEditor({ view, service })
    return () => {
      heard.current.onEditor(null)
      view?.destroy()
      service.close()
    }
  }, [])
  return <div ref={place} className={className} />
}

function editing({
  label,
  describedBy,
}: {
  readonly label: string
  readonly describedBy: string
}): readonly Extension[] {
  return [
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      tabindex: '0',
      spellcheck: 'false',
    }),
    editorWords,
    editorTheme(),
    lineNumbers(),
    foldGutter(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    specificationLanguage,
    foldByHeading,
    knownNames,
    lineWrapping,
    tableEditing,
    keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap]),
  ]
}

function caretIn({ doc, selection }: EditorState): Caret {
  const { head } = selection.main
  return { offset: head, isInTable: tableAt(doc, head) !== undefined }
}
