import { describe, expect, test } from 'vitest'
import { readProblem } from '../../../client/data/api.ts'

describe('an answer that says no', () => {
  test('keeps its sentence, its code, its fields and its citation', () => {
    const body = {
      detail: 'Please describe it.',
      code: 'URGENT_NEEDS_DETAIL',
      title: 'Invalid',
      errors: [{ field: 'description', code: 'URGENT_NEEDS_DETAIL', message: 'Please describe it.' }],
      source: { point: 5, line: 187, text: '| a rule |' },
    }
    expect(readProblem(422, JSON.stringify(body))).toMatchObject({ ...body, status: 422 })
  })

  test('is a kind sentence where the server could not say one', () => {
    expect(readProblem(502, '<html>Bad gateway</html>')).toMatchObject({ status: 502, code: 'unavailable', errors: [] })
    expect(readProblem(502, '<html>Bad gateway</html>').detail).toContain('please try again')
    expect(readProblem(418, '[]').detail).toBe('The server answered 418.')
  })
})
