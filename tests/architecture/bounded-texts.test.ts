// Texts from outside are bounded in one place, and normalised nowhere else.
import { expect, test } from 'vitest'
import { FIXED_ROUTES } from '../../server/api/router.ts'
import type { BodySchema } from '../../server/api/routes/body-schema.ts'
import { code } from './source-files.ts'

test('texts are normalised in one place, which bounds their runs of marks first', () => {
  const callers = [...code].filter(([, text]) => /\.normalize\(/.test(text)).map(([path]) => path)
  expect(callers).toEqual(['shared/text/characters/bounded-text.ts'])
})

test('every text that a route takes has a bound', () => {
  const unbounded = FIXED_ROUTES.flatMap(({ id, body, query = {} }) => [
    ...findUnbounded(body ?? {}, `${id} body`),
    ...Object.entries(query).flatMap(([name, schema]) => findUnbounded(schema, `${id} ${name}`)),
  ])
  expect(FIXED_ROUTES.length).toBeGreaterThan(80)
  expect(unbounded).toEqual([])
})

/** Texts of a few known words, or of a form that is short by itself, need none. */
function findUnbounded(schema: BodySchema, at: string): readonly string[] {
  const types = [schema.type ?? []].flat()
  const isOpen = types.includes('string') && schema.enum === undefined && schema.const === undefined
  const below = [
    ...Object.entries(schema.properties ?? {}).map(([name, member]) => [name, member] as const),
    ...(schema.items === undefined ? [] : [['[]', schema.items] as const]),
    ...(schema.anyOf ?? []).map((choice, place) => [`choice ${place}`, choice] as const),
    ...(typeof schema.additionalProperties === 'object' ? [['others', schema.additionalProperties] as const] : []),
  ]
  return [
    ...(isOpen && schema.maxLength === undefined ? [at] : []),
    ...below.flatMap(([name, member]) => findUnbounded(member, `${at}.${name}`)),
  ]
}
