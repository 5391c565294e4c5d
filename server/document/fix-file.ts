// Mends what is certain in a document's file for `npm run check -- --fix`.
import { basename } from 'node:path'
import { fixDocument } from '#shared/language/fix-document.ts'
import { readDocumentFile } from './read-document-file.ts'
import { replaceFile } from './replace-file.ts'

/** The file is written only if something changes. `output`: a line for each change. */
export async function fixFile(file: string): Promise<{ readonly output: string; readonly isDone: boolean }> {
  const read = await readDocumentFile(file)
  if ('problem' in read) return { output: read.problem, isDone: false }
  const { text, applied } = fixDocument(read.text)
  const name = basename(file)
  if (text === read.text) return { output: `${name}: nothing can be mended with certainty.`, isDone: true }
  try {
    await replaceFile(file, text)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { output: `${file} can't be written (${code ?? message}). It is left as it is.`, isDone: false }
  }
  return {
    output: applied.map(({ line, code, title }) => `${name}:${line}  ${title}  (${code})`).join('\n'),
    isDone: true,
  }
}
