// Answers what an editor asks about one version of a document: messages, completions, names, points.
import type { CompiledDocument } from '../compile.ts'
import { compile } from '../compile.ts'
import type { Completion } from './complete.ts'
import { complete } from './complete.ts'
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
  complete(offset: number): readonly Completion[]
  nameAt(offset: number): FoundName | undefined
  /** Definition that is named there, if it can be renamed. */
  renamable(offset: number): NamedDefinition | undefined
  rename(request: RenameRequest): RenameOutcome
}

export function openDocument(text: string): OpenDocument {
  let outline: DocumentOutline | undefined
  let compiled: CompiledDocument | undefined
  const readOutline = () => (outline ??= outlineDocument(text))
  return {
    text,
    compiled: () => (compiled ??= compile(text)),
    outline: readOutline,
    complete: (offset) => complete(readOutline(), offset),
    nameAt: (offset) => findNameAt(readOutline(), offset),
    renamable: (offset) => renamableAt(readOutline(), offset),
    rename: (request) => renameAt(readOutline(), request),
  }
}
