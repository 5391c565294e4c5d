// Defines enumerations: one word or several words of an ordered list.
import type { Choice, CoercionResult, FieldType, FieldTypeDefinition } from './field-type.ts'
import { refuseValue } from './field-type.ts'
import { joinList, splitList } from './list-text.ts'
import { normalizeText } from '../text/characters/bounded-text.ts'
import { joinByOr } from '../text/phrase.ts'

export const choice: FieldTypeDefinition = {
  family: 'word',
  storedAs: 'text',
  ordered: true,
  searchable: true,
  bounds: 'value',
  makesSlug: true,
  chosen: true,
  sortable: true,
  inTables: true,
  inCells: true,
  groupable: true,
  layouts: ['board'],
  valueType: (type) => ({ kind: 'choice', words: wordsOf(type).map((each) => each.word) }),
  column: () => ({ kind: 'TEXT', form: 'text' }),
  schema: (type) => ({ type: 'string', enum: wordsOf(type).map((each) => each.word) }),
  coerce: (input, type) => {
    const found = choiceOf(input, type)
    return found ? { value: found.word } : notOneOf(type)
  },
  compare: (a, b, type) => ordinal(a, type) - ordinal(b, type),
  print: (value, type) => findWord(value, type)?.label ?? String(value),
  read: (text, type) => {
    const word = wordIn(text, type)
    return word === undefined ? notOneOf(type) : { value: word }
  },
}

export const choices: FieldTypeDefinition = {
  family: 'words',
  storedAs: 'list of text',
  ordered: true,
  searchable: true,
  bounds: 'items',
  many: true,
  chosen: true,
  inTables: true,
  valueType: (type) => ({ kind: 'list', of: { kind: 'choice', words: wordsOf(type).map((each) => each.word) } }),
  column: () => ({ kind: 'TEXT', form: 'json' }),
  schema: (type) => ({ type: 'array', uniqueItems: true, items: choice.schema(type) }),
  coerce: (input, type) => {
    if (!Array.isArray(input))
      return refuseValue('wrong_type', { en: 'must be a list of words', de: 'muss eine Liste von Wörtern sein' })
    const found = input.map((each: unknown) => choiceOf(each, type))
    if (found.includes(undefined)) return notOneOf(type)
    return {
      value: wordsOf(type)
        .filter((each) => found.includes(each))
        .map((each) => each.word),
    }
  },
  compare: (a, b, type) => {
    const [left, right] = [listOf(a), listOf(b)]
    for (let at = 0; at < Math.min(left.length, right.length); at++) {
      const difference = ordinal(left[at], type) - ordinal(right[at], type)
      if (difference !== 0) return difference
    }
    return left.length - right.length
  },
  print: (value, type) =>
    listOf(value)
      .map((each) => findWord(each, type)?.label ?? String(each))
      .join(', '),
  copy: (value, type) => joinList(listOf(value).map((each) => findWord(each, type)?.label ?? String(each))),
  read: (text, type) => {
    const words = splitList(text).map((each) => wordIn(each, type))
    return words.includes(undefined) ? notOneOf(type) : choices.coerce(words, type)
  },
}

/** Finds a word by itself or by its label, however its letters are written. */
function wordIn(text: string, type: FieldType): string | undefined {
  return foldedWords(wordsOf(type)).get(fold(text))
}

const folded = new WeakMap<readonly Choice[], ReadonlyMap<string, string>>()

/** Gives the words by all ways to write them, folded once. The first of two that fold alike is meant. */
function foldedWords(words: readonly Choice[]): ReadonlyMap<string, string> {
  const known = folded.get(words)
  if (known !== undefined) return known
  const made = new Map<string, string>()
  for (const { word, label } of words)
    for (const written of [fold(word), fold(label)]) if (!made.has(written)) made.set(written, word)
  folded.set(words, made)
  return made
}

function fold(text: string): string {
  return normalizeText(text, 'NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** The words of an enumeration; none of another type. */
export function wordsOf(type: FieldType): readonly Choice[] {
  return type.kind === 'one of' || type.kind === 'several of' ? type.words : []
}

function findWord(value: unknown, type: FieldType): Choice | undefined {
  return wordsOf(type).find((each) => each.word === value)
}

function ordinal(value: unknown, type: FieldType): number {
  return wordsOf(type).findIndex((each) => each.word === value)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Finds a choice by its word, else by its label: a refusal names the labels, so that they can be sent, too. */
function choiceOf(input: unknown, type: FieldType): Choice | undefined {
  return findWord(input, type) ?? wordsOf(type).find(({ label }) => label === input)
}

function notOneOf(type: FieldType): CoercionResult {
  const words = joinByOr(wordsOf(type).map(({ label }) => label))
  return refuseValue('not_one_of', { en: 'must be {words}', de: 'muss {words} sein' }, { words })
}
