// Makes the key by which texts are sorted: without regard to case and accents.
import { normalizeText } from '../../text/characters/bounded-text.ts'
import { replaceLetters } from './text-functions.ts'

/** Of texts with one key, their characters decide. Marks that belong to one script stay: the vowels of Hindi are no accents. */
export function collationKey(text: string): string {
  const plain = normalizeText(text, 'NFKD').replaceAll(/\0|\p{Script=Inherited}/gu, '')
  return replaceLetters(plain.toLowerCase())
}
