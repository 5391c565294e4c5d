// Splits texts into words by the engine's own tokenizer.
import { createWords, TOKENIZER } from '../search-words.ts'
import type { Words } from '../search-words.ts'
import { openTokenizer } from './open-sqlite.ts'

/** Splitter of texts into words, shared because knowledge of characters that it gains is valid for all connections. */
export const WORDS: Words = createWords(openTokenizer(TOKENIZER))
