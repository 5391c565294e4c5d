// Checks a value against the limits of its field: min, max, pattern and number of items.
// The value is in its JSON form already.
import { matchesPattern } from '../expressions/functions/pattern.ts'
import type { FieldShape, FieldType, ValueProblem } from './field-type.ts'
import type { HoleValue } from '../text/phrase.ts'
import { MOST_CHARACTERS, MOST_MARKS, findTextExcess } from '../text/characters/bounded-text.ts'
import { makePrinting } from './printing.ts'
import { fieldType } from './registry.ts'
import { patternInWords } from './say-pattern.ts'
import { countCharacters } from '../expressions/functions/text-functions.ts'

const TOO_LONG = {
  en: 'has {count} characters; at most {most} are allowed',
  de: 'hat {count} Zeichen; höchstens {most} sind erlaubt',
}
const TOO_MANY_MARKS = {
  en: 'has more than {most} accents and other marks on one letter',
  de: 'hat mehr als {most} Akzente und andere Zeichen über einem Buchstaben',
}
const WRONG_ENTRY = { en: 'has an entry that {problem}', de: 'hat einen falschen Eintrag; er {problem}' }
const TOO_SHORT = {
  en: 'has {count} characters; at least {least} are needed',
  de: 'hat {count} Zeichen; mindestens {least} sind nötig',
}
const TOO_MANY = {
  en: 'has {count} entries; at most {most} are allowed',
  de: 'hat {count} Einträge; höchstens {most} sind erlaubt',
}
const TOO_FEW = {
  en: 'has {count} entries; at least {least} are needed',
  de: 'hat {count} Einträge; mindestens {least} sind nötig',
}
const TOO_BIG = { en: 'must be at most {most}', de: 'darf höchstens {most} sein' }
const TOO_SMALL = { en: 'must be at least {least}', de: 'muss mindestens {least} sein' }
const PATTERN = { en: 'must have the form {pattern}', de: 'muss die Form {pattern} haben' }
const PATTERN_IN_WORDS = { en: 'must be {pattern}', de: 'muss aus {pattern} bestehen' }

/**
 * Says what makes a text, or an entry of a list, too much to be read at all: its length or its marks. Nothing else is done with it before.
 * What is more than a text (JSON, a file) has limits of its own.
 */
export function findExcess(input: unknown, field: FieldShape): ValueProblem | undefined {
  const { column, many } = fieldType(field.type.kind)
  if (typeof input === 'string') return excessOf(input, longestText(field) ?? MOST_CHARACTERS.line)
  if (many !== true && column(field.type).form === 'json') return undefined
  if (!Array.isArray(input)) return undefined
  for (const entry of input) {
    const problem = typeof entry === 'string' ? excessOf(entry, MOST_CHARACTERS.line) : undefined
    if (problem) return { code: problem.code, says: WRONG_ENTRY, values: { problem } }
  }
  return undefined
}

function excessOf(text: string, most: number): ValueProblem | undefined {
  switch (findTextExcess(text, most)) {
    case 'too_long':
      return { code: 'too_long', says: TOO_LONG, values: { count: countCharacters(text), most } }
    case 'too_many_marks':
      return { code: 'too_many_marks', says: TOO_MANY_MARKS, values: { most: MOST_MARKS } }
    case undefined:
      return undefined
  }
}

/** The first limit that a value (not empty, in JSON form) goes beyond. */
export function brokenLimit(value: unknown, field: FieldShape): ValueProblem | undefined {
  const { type, limits = {} } = field
  if (typeof value === 'string' && isMeasuredInCharacters(type.kind)) {
    const most = mostCharacters(field)
    // A text has no more characters than code units, which are known without counting.
    if (most !== undefined && value.length > most && countCharacters(value) > most)
      return { code: 'too_long', says: TOO_LONG, values: { count: countCharacters(value), most } }
    if (limits.min !== undefined && countCharacters(value) < Number(limits.min))
      return { code: 'too_short', says: TOO_SHORT, values: { count: countCharacters(value), least: limits.min } }
  } else if (Array.isArray(value)) {
    if (limits.atMost !== undefined && value.length > limits.atMost)
      return { code: 'too_many', says: TOO_MANY, values: { count: value.length, most: limits.atMost } }
    if (limits.max !== undefined && value.length > Number(limits.max))
      return { code: 'too_many', says: TOO_MANY, values: { count: value.length, most: limits.max } }
    if (limits.min !== undefined && value.length < Number(limits.min))
      return { code: 'too_few', says: TOO_FEW, values: { count: value.length, least: limits.min } }
  } else {
    const { compare } = fieldType(type.kind)
    if (limits.max !== undefined && compare(value, limits.max, type) > 0)
      return { code: 'too_big', says: TOO_BIG, values: { most: shown(limits.max, type) } }
    if (limits.min !== undefined && compare(value, limits.min, type) < 0)
      return { code: 'too_small', says: TOO_SMALL, values: { least: shown(limits.min, type) } }
  }
  const { pattern } = limits
  if (pattern === undefined) return undefined
  const texts = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(
    (each) => typeof each === 'string',
  )
  return texts.every((each) => matchesPattern(pattern, each)) ? undefined : otherThan(pattern)
}

/** Caches recent problems by their patterns, because an imported table may be refused in every row. */
const problems = new Map<string, ValueProblem>()

function otherThan(pattern: string): ValueProblem {
  let problem = problems.get(pattern)
  if (problem === undefined) {
    if (problems.size >= 200) problems.clear()
    const words = patternInWords(pattern)
    problem =
      words === undefined
        ? { code: 'pattern', says: PATTERN, values: { pattern } }
        : { code: 'pattern', says: PATTERN_IN_WORDS, values: { pattern: words } }
    problems.set(pattern, problem)
  }
  return problem
}

function shown(limit: number | string, type: FieldType): HoleValue {
  const { column, precision, print, unit } = fieldType(type.kind)
  const { scale = 0 } = column(type)
  // A moment stands with its zone.
  if (precision === 'moment') return limit
  return {
    write(locale) {
      const printing = makePrinting(locale, 'UTC')
      // The currency is known to the document, not to its field.
      return unit === 'currency' ? printing.formatters.fixed(Number(limit), scale) : print(limit, type, printing)
    },
  }
}

/** How many characters a text field holds at most. */
export function mostCharacters({ type, limits }: FieldShape): number | undefined {
  if (!isMeasuredInCharacters(type.kind)) return undefined
  if (limits?.max !== undefined) return Number(limits.max)
  return fieldType(type.kind).defaultMax
}

/**
 * Returns the maximum number of characters of a text field, or of a value or an item whose type has no such limit.
 * Undefined means that it has few characters.
 */
export function longestText(field: FieldShape): number | undefined {
  return mostCharacters(field) ?? fieldType(field.type.kind).longest
}

/** Can it hold a text of more characters than these? What is computed has no limit of its own. */
export function mayBeLonger(field: FieldShape & { readonly computed?: unknown }, characters: number): boolean {
  if (fieldType(field.type.kind).defaultMax === undefined) return false
  return field.computed !== undefined || (mostCharacters(field) ?? Infinity) > characters
}

/** Does `min` or `max` say something about it: about its value, its characters or its items? */
export function hasBounds(type: FieldType): boolean {
  return fieldType(type.kind).bounds !== undefined && !(type.kind === 'relation' && !type.many)
}

export function isMeasuredInCharacters(kind: FieldShape['type']['kind']): boolean {
  return fieldType(kind).bounds === 'characters'
}
