// Aligns the tables of a document's file for `npm run format`.
import { basename } from 'node:path'
import { formatDocument } from '#shared/language/format-document.ts'
import { readDocumentFile } from './read-document-file.ts'
import { replaceFile } from './replace-file.ts'

/** The file is written only if something changes. */
export async function formatFile(file: string): Promise<{ readonly output: string; readonly isDone: boolean }> {
  const read = await readDocumentFile(file)
  if ('problem' in read) return { output: read.problem, isDone: false }
  const formatted = formatDocument(read.text)
  const name = basename(file)
  if (formatted === read.text) return { output: `${name} is formatted already.`, isDone: true }
  try {
    await replaceFile(file, formatted)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { output: `${file} can't be written (${code ?? message}). It is left as it is.`, isDone: false }
  }
  return { output: `${name}: tables are aligned.`, isDone: true }
}
