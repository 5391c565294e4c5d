// A refusal is made by one function and worded by one: the server words it where it leaves, in one file.
import { describe, expect, test } from 'vitest'
import { code } from './source-files.ts'

const MAKES_AND_WORDS = 'shared/decisions/refusals.ts'
const WORDS_ON_SERVER = 'server/policy/word-for-reader.ts'

/** A function that returns a refusal, from its name to its end. */
const RETURNS_REFUSAL = /^(?:export )?function (\w+)[^]*?\): Refusal \{$[^]*?^\}$/gm
/** A refusal that is given to be thrown: one that is there already, or is made for it. */
const THROWN =
  /new Refused\((?:makeRefusal\b|makeRefusal<|\w*[rR]efusal\b|\w+\.refusal\b|filled\b|placed\b|wrongInput\(|refuseUngranted\(|\{ \.\.\.)/

const files = [...code].filter(([path]) => /^(?:server|shared|client)\//.test(path))

function filesWith(pattern: RegExp, top: string): readonly string[] {
  return files.filter(([path, text]) => path.startsWith(top) && pattern.test(text)).map(([path]) => path)
}

describe('a refusal', () => {
  test('is worded by one file of the server', () => {
    expect(filesWith(/\bword(?:Refusal|FieldError)\(/, 'server/')).toEqual([WORDS_ON_SERVER])
  })

  test('takes its text from the catalogue in one file', () => {
    const readers = filesWith(/\b(?:refusalText|translatedText)\(/, '').filter(
      (path) => !path.startsWith('shared/refusals/'),
    )
    expect(readers).toEqual([MAKES_AND_WORDS])
  })

  test('is made by one function, or from another refusal', () => {
    const made = files.flatMap(([path, text]) =>
      [...text.matchAll(RETURNS_REFUSAL)].map(([whole, name = '']) => ({ path, whole, name })),
    )
    expect(made.map(({ name }) => name)).toContain('makeRefusal')
    const byHand = made.filter(({ whole }) => !/\bmakeRefusal\b|\brefusal: Refusal\b|\}: Refusal\)/.test(whole))
    expect(byHand.map(({ path, name }) => `${name} in ${path}`)).toEqual([])
    const thrown = files.flatMap(([path, text]) =>
      (text.match(/new Refused\([^]{0,40}/g) ?? [])
        .filter((each) => !THROWN.test(each))
        .map((each) => `${path}: ${each}`),
    )
    expect(thrown).toEqual([])
  })
})
