import { expect, test } from 'vitest'
import { contrastOf, FILLED, makeAccent } from '../../../client/shell/theme/accent.ts'

const colors = [
  '#22bb55',
  '#ffee00',
  '#ffffff',
  '#000000',
  '#ff0000',
  '#0000ff',
  '#808080',
  '#00ffff',
  '#7a1f3d',
  '#f4a261',
]

test.each(colors)('an accent of %s can be read wherever it stands, light and dark', (color) => {
  const { shades, anchor } = makeAccent(color)
  for (const index of Object.values(FILLED)) expect(contrastOf(shades[index] ?? '', '#ffffff')).toBeGreaterThan(4.5)
  for (const page of ['#ffffff', '#fbfaf8', '#f4f2ee']) expect(contrastOf(anchor.light, page)).toBeGreaterThan(4.5)
  for (const page of ['#16171b', '#1d1f24', '#24262c']) expect(contrastOf(anchor.dark, page)).toBeGreaterThan(4.5)
  expect(shades).toHaveLength(10)
})

test('an accent that is dark enough is left as it is', () => {
  expect(makeAccent('#7a1f3d').shades[FILLED.light]).toBe('#7a1f3d')
})
