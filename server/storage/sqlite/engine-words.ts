// Splits texts into words by the engine's own tokenizer.
import { createWords, TOKENIZER } from '../search-words.ts'
import type { Words } from '../search-words.ts'
import { openTokenizer } from './open-sqlite.ts'

/** What it learns of characters holds for all connections. */
export const WORDS: Words = createWords(openTokenizer(TOKENIZER))
