// Keeps spreadsheets from working out a text, which comes back as it was.
import { assert, constantFrom, property, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { guardFormula, unguardFormula } from '#shared/text/guard-formula.ts'

test('what begins like a formula is marked, numbers are not', () => {
  expect(['=1+1', '+49', '@x', '-a', '-1+1', "'=1"].map(guardFormula)).toEqual([
    "'=1+1",
    "'+49",
    "'@x",
    "'-a",
    "'-1+1",
    "''=1",
  ])
  expect(['-1', '-1.5', '-1e-7', "it's", "'quoted'", ''].map(guardFormula)).toEqual([
    '-1',
    '-1.5',
    '-1e-7',
    "it's",
    "'quoted'",
    '',
  ])
})

test('every text comes back as it was, and none begins like a formula', () => {
  const beginning = constantFrom('', "'", "''", '=', '-', "'=", "'-5", '\t', '+')
  assert(
    property(tuple(beginning, string()), ([before, rest]) => {
      const text = before + rest
      expect(unguardFormula(guardFormula(text))).toBe(text)
      expect(guardFormula(text)).not.toMatch(/^[=+@\t\r]/)
    }),
  )
})
