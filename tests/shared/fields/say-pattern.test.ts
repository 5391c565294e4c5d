// What people read of a pattern that their text does not have.
import { expect, test } from 'vitest'
import { brokenLimit } from '#shared/fields/value-limits.ts'
import { sayPhrase } from '#shared/text/phrase.ts'

function refusal(pattern: string, locale: string): string | undefined {
  const problem = brokenLimit('\n\n', { type: { kind: 'long text' }, limits: { pattern } })
  return problem && sayPhrase(problem, locale)
}

test.each<[pattern: string, english: string, german: string]>([
  ['^[0-9]{13}$', '13 digits', '13 Ziffern'],
  ['^[0-9]{4}$', '4 digits', '4 Ziffern'],
  ['^\\d$', '1 digit', '1 Ziffer'],
  [
    '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$',
    '2 capital letters, 2 digits and 10 to 30 capital letters or digits',
    '2 Großbuchstaben, 2 Ziffern und 10 bis 30 Großbuchstaben oder Ziffern',
  ],
  ['^[A-Z]+$', '1 or more capital letters', '1 oder mehr Großbuchstaben'],
  ['^[a-z]*$', 'any number of small letters', 'beliebig vielen Kleinbuchstaben'],
  ['^[A-Za-z]{3,}$', '3 or more letters', '3 oder mehr Buchstaben'],
  ['^[a-z][0-9]?$', '1 small letter and at most 1 digit', '1 Kleinbuchstaben und höchstens 1 Ziffer'],
  ['^[A-Z0-9]$', '1 capital letter or digit', '1 Großbuchstaben oder Ziffer'],
  ['^\\w{2,8}$', '2 to 8 characters (letters, digits or “_”)', '2 bis 8 Zeichen (Buchstaben, Ziffern oder „_“)'],
  ['^[\\d.-]$', '1 character (digits, “-” or “.”)', '1 Zeichen (Ziffern, „-“ oder „.“)'],
  ['^HD-[0-9]{5}$', '“HD-” and 5 digits', '„HD-“ und 5 Ziffern'],
  ['^\\d{5}-?\\d{4}$', '5 digits, at most 1 “-” and 4 digits', '5 Ziffern, höchstens 1 „-“ und 4 Ziffern'],
  [
    '^\\+\\d{2} \\d{3,9}$',
    '“+”, 2 digits, 1 blank and 3 to 9 digits',
    '„+“, 2 Ziffern, 1 Leerzeichen und 3 bis 9 Ziffern',
  ],
  ['^[+-]\\d+$', '“+” or “-” and 1 or more digits', '„+“ oder „-“ und 1 oder mehr Ziffern'],
  ['^[1-9][0-9]{0,3}$', '1 digit from 1 to 9 and at most 3 digits', '1 Ziffer von 1 bis 9 und höchstens 3 Ziffern'],
  ['^[0-9a-f]{8}$', '8 small letters from a to f or digits', '8 Kleinbuchstaben von a bis f oder Ziffern'],
  ['^\\d\\d\\d\\d\\.\\d{2}$', '4 digits, “.” and 2 digits', '4 Ziffern, „.“ und 2 Ziffern'],
  ['^[[:upper:]]{2}$', '2 capital letters', '2 Großbuchstaben'],
  ['^\\{x\\}$', '“{x}”', '„{x}“'],
])('%s is said in words', (pattern, english, german) => {
  expect(refusal(pattern, 'en-GB')).toBe(`must be ${english}`)
  expect(refusal(pattern, 'de')).toBe(`muss aus ${german} bestehen`)
})

test.each([
  '[0-9]{13}',
  '^[0-9]{13}',
  '[0-9]{13}$',
  '^(ab|cd)$',
  '^ab$|^cd$',
  '^(ab){2}$',
  '^[^a]$',
  '^.{3}$',
  '^\\s$',
  '^\\S{3}$',
  '^\\p{L}+$',
  '(?i)^[a-z]{2}$',
  '^\\bab$',
  '^[ -~]$',
  '^(?:[0-9]-){9}$',
  '^1[a-z]2[a-z]3[a-z]4[a-z]5[a-z]$',
  '^$',
])('%s is said as it is', (pattern) => {
  expect(refusal(pattern, 'en')).toBe(`must have the form ${pattern}`)
})
