// Reads a document's file, and reports what is wrong with the file in one sentence.
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { findSpecifications } from './find-specifications.ts'

export type DocumentFile = { readonly text: string } | { readonly problem: string }

/** A document of a few hundred kilobytes is a very long one; what is larger is no document. */
export const LARGEST_DOCUMENT = 5_000_000

export async function readDocumentFile(file: string): Promise<DocumentFile> {
  try {
    const found = await stat(file)
    if (found.isDirectory()) return { problem: folderProblem(file) }
    if (!found.isFile()) return { problem: `${file} is not a file.` }
    if (found.size > LARGEST_DOCUMENT) {
      return {
        problem: `${file} has ${megabytes(found.size)} MB; a document may have ${megabytes(LARGEST_DOCUMENT)} MB at most.`,
      }
    }
    const bytes = await readFile(file)
    if (bytes.includes(0)) return { problem: `${file} is not text: it contains a zero byte.` }
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch (error) {
    return { problem: sentenceOf(file, error) }
  }
}

function folderProblem(folder: string): string {
  const names = (findSpecifications(folder) ?? []).map((path) => basename(path))
  return names.length === 0
    ? `${folder} is a folder, and none of its Markdown files begins with "# Specification"; name a document.`
    : `${folder} is a folder with specifications: ${names.join(', ')}. Name one of them.`
}

function sentenceOf(file: string, error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file ${file}.`
  if (code === 'EACCES' || code === 'EPERM') return `${file} can't be read: permission is denied.`
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return `${file} is not text in UTF-8.`
  return `${file} can't be read (${code ?? String(error)}).`
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
