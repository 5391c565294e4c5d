// No pattern of ours takes more than linear time on a text of people: each is proven, or reads what is short or the document's own.
// @module-tag O17
import { check } from 'recheck'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { code } from '../architecture/source-files.ts'

/** `npm run test:fuzz` proves those for documents too, and those that repeat nothing without bound. */
const IS_LONG = Number(process.env['FUZZ_CASES'] ?? 0) > 100_000

/**
 * Matches the code that reads only what administrators write: a line of a document has a bound, and `matchParts`
 * takes no long run of blanks.
 */
const OF_DOCUMENTS = /^shared\/(?:points|model|checks|document|language|diagnostics|text)\/|^client\/studio\//
/** Matches the code that runs once, on texts of our own. */
const OF_THE_BUILD = /\/vite\.config\.ts$|^server\/(?:config|web\/html-page)\.ts$/

/** Patterns that recheck takes for slow, and what keeps them from it. */
const BOUNDED: { readonly [pattern: string]: string } = {
  '/\\boverdue\\b|\\b((\\w+_)?(due|deadline)(_\\w+)?|\\w+_by)\\s*<=?\\s*(now|today)\\b/': 'a condition of the document',
  '/^(?:new|neue?[nrs]?)\\b:? +(.+)$/iu': 'a label of the document',
  '/\\/+$/': 'PUBLIC_URL',
  '/(?:\\s|\\/\\/[^\\n]*)+/y': 'nothing follows that could fail',
  '/\\[[^\\]]*\\]/g': 'a pattern of the document',
  '/(\\[[^\\]]+\\]|\\\\[dw]|\\\\.|[^\\\\[\\]])(\\{\\d+(,\\d*)?\\}|[+*?])?/g': 'a pattern of the document',
  '/(\\w+)\\.(\\w+)/g': 'a message of the engine',
  '/^(\\d{1,2})\\s*([./–—\\s-])\\s*(\\d{1,2})(?:\\s*[./–—\\s-]\\s*(\\d{2}|\\d{4}))?(?!\\d)/':
    'the first forty characters of a cell',
  '/\\.(\\d*?)0*$/': 'a time of at most 18 characters',
  '/e.*$/i': 'a number, of one line',
  '/^0+|0+$/g': 'the digits of a number, of one line',
  '/0+$/': 'the digits of a fraction of a second, of one line',
  "/\\s*(?:(?:,|;|\\+|and|und|et|y|e)\\s+)?(?<amount>\\d[\\d.,'’]*|[.,]\\d+)\\s*(?<unit>[^\\s\\d.,;+]*)\\.?/giuy":
    'a duration of at most 100 characters',
  '/\\s*(?:h|hrs?|std\\.?)$/i': 'a duration of at most 100 characters',
  '/\\d+$/': 'follows a look at the length of the number',
  '/[^|\\\\\\r\\n]*(?:\\\\[|\\\\]?[^|\\\\\\r\\n]*)*/y': 'nothing follows that could fail',
  '/^\\W*(?:see|as)?\\s*(?:the\\s+)?(?:steps?|list|effects?)?\\s*(?:below|underneath|above)\\W*$|^\\W*see\\s+(?:the\\s+)?(?:steps?|list)\\W*$/i':
    'follows a look at the length of the cell',
  '/^-+|-+$/g': 'follows a cut at the length of a slug',
  '/(\\d+(?:\\.\\d+)?)(h|ms|m|s)/g': 'follows a pattern that takes digits only before a unit',
}

/** Attacks that are guessed where nothing is proven: fewer in `npm test`, each from the beginning only. */
const GUESSES = IS_LONG ? {} : { maxIteration: 1, maxInitialGenerationSize: 150 }

/** Bounds a check by the characters that a match reads, not by the clock. */
const BY_STEPS = { timeout: null, attackTimeout: null, incubationTimeout: null }

interface SourcePattern {
  readonly pattern: string
  readonly flags: string
  readonly path: string
  /** Marks a pattern that is never given a text with a long run of blanks. */
  readonly isGuarded: boolean
}

interface SyntaxNode {
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly callee?: { readonly name?: string }
}

function findPatterns(path: string, text: string): readonly SourcePattern[] {
  const found: SourcePattern[] = []
  const visit = (node: unknown, isGuarded: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    const { regex, callee } = node as SyntaxNode
    if (regex) found.push({ ...regex, path, isGuarded })
    else
      for (const child of Object.values(node))
        visit(child, Array.isArray(node) ? isGuarded : callee?.name === 'matchParts')
  }
  visit(parseSync(path, text).program, false)
  return found
}

/** Whether a part may come any number of times: classes and escaped characters say nothing of that. */
function repeats(pattern: string): boolean {
  return /[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, ''))
}

const patterns = [...code]
  .filter(([path, text]) => text.includes('/') && !OF_THE_BUILD.test(path) && (IS_LONG || !OF_DOCUMENTS.test(path)))
  .flatMap(([path, text]) => findPatterns(path, text))
const distinct = new Map(patterns.map((each) => [`/${each.pattern}/${each.flags}`, each]))

test('a pattern that reads texts of people is linear in their length', async () => {
  const slow: string[] = []
  const needless = new Set(Object.keys(BOUNDED))
  for (const [written, { pattern, flags, path, isGuarded }] of distinct) {
    if (!IS_LONG && (Object.hasOwn(BOUNDED, written) || !repeats(pattern))) continue
    const read = flags.replace('v', 'u').replace('d', '')
    const { status } = await check(pattern, read, GUESSES)
    if (status === 'safe' || (status === 'unknown' && !IS_LONG)) continue
    // On a busy machine a match that takes long by the clock may be quick, and a check may end before it has decided.
    const found = await check(pattern, read, BY_STEPS)
    if (found.status !== 'vulnerable') continue
    const { complexity } = found
    needless.delete(written)
    // A few thousand characters squared are milliseconds; more than squared is no pattern for a document either.
    const isFast = OF_DOCUMENTS.test(path) && complexity.type === 'polynomial' && (isGuarded || complexity.degree === 2)
    if (!Object.hasOwn(BOUNDED, written) && !isFast) slow.push(`${written} in ${path}: ${complexity.summary}`)
  }
  expect(distinct.size).toBeGreaterThan(200)
  expect(slow).toEqual([])
  if (IS_LONG) expect([...needless]).toEqual([])
})
