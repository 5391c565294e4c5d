// Makes a name that can be shown and saved of the one that a file was sent with.
import { normalizeText } from '#shared/text/characters/bounded-text.ts'

const MOST_CHARACTERS = 200
/** Code units of the name that are looked at; its end tells what it is. */
const MOST_READ = 2_000
const DOWNLOADED_AS = 'file'

/** Without folders, control characters, and marks that turn the direction of writing; "file" where nothing is left. */
export function fileName(sent: string): string {
  const last = sent.slice(-MOST_READ).split(/[\\/]/).at(-1) ?? ''
  const clean = normalizeText(last.toWellFormed(), 'NFC')
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
    .trim()
  return shorten([...clean]) || DOWNLOADED_AS
}

/** The end tells what it is. */
function shorten(characters: readonly string[]): string {
  if (characters.length <= MOST_CHARACTERS) return characters.join('')
  const dot = characters.lastIndexOf('.')
  const end = dot > characters.length - 12 ? characters.slice(dot) : []
  return [...characters.slice(0, MOST_CHARACTERS - end.length), ...end].join('')
}
