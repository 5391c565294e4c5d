// Says a simple pattern in words: "2 capital letters and 10 to 30 digits".
import type { Characters } from '../expressions/functions/characters.ts'
import type { PatternTree } from '../expressions/functions/pattern-parser.ts'
import { parsePattern } from '../expressions/functions/pattern-parser.ts'
import type { InLanguages } from '../text/language.ts'
import { languageOf } from '../text/language.ts'
import type { HoleValue, HoleValues, NameList } from '../text/phrase.ts'
import { joinByOr, sayValue } from '../text/phrase.ts'

/** A sequence of the same characters, one after the other. */
interface CharacterRun {
  readonly nouns: readonly CharacterNoun[]
  readonly least: number
  readonly most: number
}

/** Noun for a kind of character. The German form is the dative, because it follows "aus". */
interface CharacterNoun {
  readonly one: InLanguages
  readonly many: InLanguages
  readonly values?: HoleValues
}

/**
 * Describes the parts of a text that matches the pattern. Returns undefined if there are alternatives, if the pattern
 * may match within a text, or if characters have no name.
 */
export function patternInWords(source: string): NameList | undefined {
  // To list the characters of such patterns takes long.
  if (/^\(\?i\)|\\p/i.test(source)) return undefined
  const tree = parsePattern(source)
  if (tree.kind !== 'sequence') return undefined
  const [first, ...inner] = tree.parts
  if (first?.kind !== 'start' || inner.pop()?.kind !== 'end') return undefined
  const runs: CharacterRun[] = []
  for (const part of inner) {
    const run = readRun(part)
    if (run === undefined) return undefined
    if (run.most === 0) continue
    const last = runs.at(-1)
    const joined = last && joinRuns(last, run)
    if (joined) runs[runs.length - 1] = joined
    else runs.push(run)
  }
  return runs.length === 0 || runs.length > MOST_RUNS ? undefined : { names: runs.map(sayRun), by: 'and' }
}

// Reading ------------------------------------------------------------------------------------------

function readRun(tree: PatternTree): CharacterRun | undefined {
  const { part, least, most } = tree.kind === 'repeat' ? tree : { part: tree, least: 1, most: 1 }
  const nouns = part.kind === 'one' ? nounsOf(part.characters) : undefined
  return nouns && { nouns, least, most }
}

/** "H" and "D" are "HD"; two digits and three are five. */
function joinRuns(a: CharacterRun, b: CharacterRun): CharacterRun | undefined {
  const [before, after] = [textOf(a), textOf(b)]
  if (before !== undefined && after !== undefined) return { ...a, nouns: [quoted(before + after)] }
  if (JSON.stringify(a.nouns) !== JSON.stringify(b.nouns)) return undefined
  return { nouns: a.nouns, least: a.least + b.least, most: a.most + b.most }
}

/** Returns the text of a run that stands in the pattern literally. */
function textOf({ nouns, least, most }: CharacterRun): string | undefined {
  const text = nouns.length === 1 && least === 1 && most === 1 ? nouns[0]?.values?.['text'] : undefined
  return typeof text === 'string' ? text : undefined
}

// Naming -------------------------------------------------------------------------------------------

const LETTER: CharacterNoun = { one: { en: 'letter', de: 'Buchstaben' }, many: { en: 'letters', de: 'Buchstaben' } }
const CAPITAL: CharacterNoun = {
  one: { en: 'capital letter', de: 'Großbuchstaben' },
  many: { en: 'capital letters', de: 'Großbuchstaben' },
}
const SMALL: CharacterNoun = {
  one: { en: 'small letter', de: 'Kleinbuchstaben' },
  many: { en: 'small letters', de: 'Kleinbuchstaben' },
}
const DIGIT: CharacterNoun = { one: { en: 'digit', de: 'Ziffer' }, many: { en: 'digits', de: 'Ziffern' } }
const BLANK: CharacterNoun = { one: { en: 'blank', de: 'Leerzeichen' }, many: { en: 'blanks', de: 'Leerzeichen' } }
const ONE_OF: CharacterNoun = {
  one: { en: 'character ({names})', de: 'Zeichen ({names})' },
  many: { en: 'characters ({names})', de: 'Zeichen ({names})' },
}
const QUOTED = { en: '“{text}”', de: '„{text}“' }

const FAMILIES: readonly (readonly [members: string, noun: CharacterNoun])[] = [
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', CAPITAL],
  ['abcdefghijklmnopqrstuvwxyz', SMALL],
  ['0123456789', DIGIT],
  [' ', BLANK],
]

/** A set of more has characters that have no name. */
const MOST_CHARACTERS = 200
/** The number of nouns in a description: nobody reads on. */
const MOST_NOUNS = 8
const MOST_RUNS = 8

function nounsOf(characters: Characters): readonly CharacterNoun[] | undefined {
  const ranges = characters.ranges()
  if (ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0) > MOST_CHARACTERS) return undefined
  const all = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  )
  const left = all.filter((each) => !FAMILIES.some(([members]) => members.includes(each)))
  if (!left.every((each) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(each))) return undefined
  const families = FAMILIES.flatMap(([members, noun]) => nounsWithin(members, noun, all))
  const letters = families.includes(CAPITAL) && families.includes(SMALL) ? [LETTER] : []
  const others = letters.length === 0 ? families : families.filter((each) => each !== CAPITAL && each !== SMALL)
  const nouns = [...letters, ...others, ...left.map(quoted)]
  return nouns.length > 0 && nouns.length <= MOST_NOUNS ? nouns : undefined
}

/** Names the members of a character family that occur: the whole family, or each range of it. */
function nounsWithin(members: string, noun: CharacterNoun, all: readonly string[]): readonly CharacterNoun[] {
  const there = [...members].map((each) => (all.includes(each) ? each : '/')).join('')
  if (there === members) return [noun]
  return there
    .split('/')
    .filter((range) => range !== '')
    .map((range) => (range.length === 1 ? quoted(range) : withinRange(noun, range)))
}

function withinRange({ one, many }: CharacterNoun, range: string): CharacterNoun {
  const within = ({ en, de }: InLanguages) => ({ en: `${en} from {from} to {to}`, de: `${de} von {from} bis {to}` })
  return { one: within(one), many: within(many), values: { from: range.charAt(0), to: range.charAt(range.length - 1) } }
}

function quoted(text: string): CharacterNoun {
  return { one: QUOTED, many: QUOTED, values: { text } }
}

// Saying -------------------------------------------------------------------------------------------

const EXACTLY = { en: '{least} {characters}', de: '{least} {characters}' }
const FROM_TO = { en: '{least} to {most} {characters}', de: '{least} bis {most} {characters}' }
const AT_MOST = { en: 'at most {most} {characters}', de: 'höchstens {most} {characters}' }
const OR_MORE = { en: '{least} or more {characters}', de: '{least} oder mehr {characters}' }
const ANY_NUMBER = { en: 'any number of {characters}', de: 'beliebig vielen {characters}' }

function sayRun(run: CharacterRun): HoleValue {
  const { nouns, least, most } = run
  const characters = { write: (locale: string) => sayValue(charactersOf(run, locale), locale) }
  if (least === 1 && most === 1 && nouns.every(({ values }) => values?.['text'] !== undefined)) return characters
  return { says: countOf(run), values: { least, most, characters } }
}

function countOf({ least, most }: CharacterRun): InLanguages {
  if (most === Infinity) return least === 0 ? ANY_NUMBER : OR_MORE
  if (least === most) return EXACTLY
  return least === 0 ? AT_MOST : FROM_TO
}

function charactersOf({ nouns, most }: CharacterRun, locale: string): HoleValue {
  const isOne = most !== Infinity && new Intl.PluralRules(languageOf(locale)).select(most) === 'one'
  const namesIn = (form: 'one' | 'many') => joinByOr(nouns.map(({ [form]: says, values = {} }) => ({ says, values })))
  if (nouns.length <= 2) return namesIn(isOne ? 'one' : 'many')
  return { says: isOne ? ONE_OF.one : ONE_OF.many, values: { names: namesIn('many') } }
}
