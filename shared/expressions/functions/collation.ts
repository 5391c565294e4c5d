// Makes the key by which texts are sorted: without regard to case and accents.
import { normalizeText } from '../../text/characters/bounded-text.ts'
import { replaceLetters } from './text-functions.ts'

/**
 * Makes the key by which a text is sorted; texts with the same key are ordered by their characters. Marks that belong
 * to one script are kept: the vowels of Hindi are not accents.
 */
export function collationKey(text: string): string {
  const plain = normalizeText(text, 'NFKD').replaceAll(/\0|\p{Script=Inherited}/gu, '')
  return replaceLetters(plain.toLowerCase())
}
