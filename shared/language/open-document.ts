// Answers what an editor asks about one version of a document: messages, completions, names, points.
import type { CompiledDocument } from '../compile.ts'
import { compile } from '../compile.ts'
import { applyEdits } from '../text/text-edits.ts'
import type { Addition } from './adding/add.ts'
import { addToDocument, newErrors } from './adding/add.ts'
import type { KnownParts } from './adding/known-parts.ts'
import { readKnownParts } from './adding/known-parts.ts'
import { suggestAddition } from './adding/suggest.ts'
import type { WantedPart } from './adding/wanted.ts'
import { WANTED_KINDS } from './adding/wanted.ts'
import type { Completion } from './complete.ts'
import { complete } from './complete.ts'
import type { Diagnostics } from './errors.ts'
import type { FoundName } from './find-name.ts'
import { findNameAt } from './find-name.ts'
import type { RenameOutcome, RenameRequest } from './rename.ts'
import { renamableAt, renameAt } from './rename.ts'
import { outlineDocument } from './outline.ts'
import type { DocumentOutline, NamedDefinition } from './outline.ts'

/** Names are read when one is first asked for, and the whole document when its messages are: each once. */
export interface OpenDocument {
  readonly text: string
  compiled(): CompiledDocument
  outline(): DocumentOutline
  /** `today`: a date. */
  complete(offset: number, today: string): readonly Completion[]
  nameAt(offset: number): FoundName | undefined
  /** Definition that is named there, if it can be renamed. */
  renamable(offset: number): NamedDefinition | undefined
  rename(request: RenameRequest): RenameOutcome
  addable(): Addable
  add(wanted: WantedPart): CheckedAddition
}

/** Parts that can be added to the document, and names that a form may refer to. */
export interface Addable {
  readonly known: KnownParts
  /** Suggestions for the kinds that can be added yet. */
  readonly suggestions: readonly Suggestion[]
}

export interface Suggestion {
  readonly wanted: WantedPart
  readonly addition: Addition
}

export interface CheckedAddition extends Addition {
  /** Errors that the document would have with it, and has not without. */
  readonly errors: Diagnostics
}

export function openDocument(text: string): OpenDocument {
  let outline: DocumentOutline | undefined
  let compiled: CompiledDocument | undefined
  const readOutline = () => (outline ??= outlineDocument(text))
  const readCompiled = () => (compiled ??= compile(text))
  return {
    text,
    compiled: readCompiled,
    outline: readOutline,
    complete: (offset, today) => complete(readOutline(), offset, today),
    nameAt: (offset) => findNameAt(readOutline(), offset),
    renamable: (offset) => renamableAt(readOutline(), offset),
    rename: (request) => renameAt(readOutline(), readCompiled(), request),
    addable: () => ({
      known: readKnownParts(readOutline()),
      suggestions: WANTED_KINDS.flatMap((kind) => {
        const wanted = suggestAddition(readOutline(), kind)
        return wanted === undefined ? [] : [{ wanted, addition: addToDocument(readOutline(), wanted) }]
      }),
    }),
    add: (wanted) => {
      const addition = addToDocument(readOutline(), wanted)
      return { ...addition, errors: newErrors(readCompiled(), compile(applyEdits(text, [addition]))) }
    },
  }
}
