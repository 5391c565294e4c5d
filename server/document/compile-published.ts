// Compiles a text that a database keeps as a revision.
import { compile } from '#shared/compile.ts'
import type { ChosenDocument } from '../storage/handle/create-storage.ts'
import { hashRevision } from './current-document.ts'

/** Undefined: this version can't read the text. */
export function compilePublished(text: string): ChosenDocument | undefined {
  const { model } = compile(text)
  return model && { model, revision: hashRevision(text) }
}
