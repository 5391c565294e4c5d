// Makes a name that can be shown and saved of the one that a file was sent with.
import { MOST_MARKS, hasTooManyMarks, normalizeText } from '#shared/text/characters/bounded-text.ts'
import { countCharacters } from '#shared/expressions/functions/text-functions.ts'
import { refused } from '../../policy/refused.ts'

/** Characters that the name of a file has in any file system. */
const MOST_CHARACTERS = 255
/** Code units of the name that are looked at, with the folders before it. */
const MOST_READ = 10_000
const DOWNLOADED_AS = 'file'

/**
 * Returns the name without folders, control characters, and marks that turn the direction of writing; "file" where
 * nothing is left. Throws for a name that no file system holds.
 */
export function fileName(sent: string): string {
  const last = sent.slice(-MOST_READ).split(/[\\/]/).at(-1) ?? ''
  const most = { most: MOST_CHARACTERS, count: countCharacters(last) }
  if (most.count > most.most) throw refused('file_name_too_long', most)
  if (hasTooManyMarks(last)) throw refused('file_name_too_many_marks', { most: MOST_MARKS })
  const clean = normalizeText(last.toWellFormed(), 'NFC')
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
    .trim()
  return clean || DOWNLOADED_AS
}
