// The helpdesk that is shipped, as text, and what tests need of its lines.
import { readFileSync } from 'node:fs'

export const HELPDESK = readFileSync(new URL('../../shared/documents/helpdesk.md', import.meta.url), 'utf8')

/** The number (from 1) and the text of the first line that contains the words. */
export function lineWith(words: string, text = HELPDESK): { readonly line: number; readonly text: string } {
  const lines = text.split('\n')
  const index = lines.findIndex((line) => line.includes(words))
  return { line: index + 1, text: (lines[index] ?? '').trim() }
}

/** An urgent problem needs a longer description; this one is long enough for all. */
export const TICKET = {
  subject: 'Printer',
  description: 'It does not print, whatever I do with it, since this morning.',
}
