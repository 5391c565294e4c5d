import { expect, test } from 'vitest'
import { FILLED, makeAccent } from '../../../client/frame/theme/accent.ts'

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

test.each(colors)(
  'an accent of %s can be read wherever it stands, light and dark',
  { tags: 'reference/point-1-what-the-product-does-and-for-whom' },
  (color) => {
    const { shades, anchor } = makeAccent(color)
    for (const index of Object.values(FILLED)) expect(contrastOf(shades[index] ?? '', '#ffffff')).toBeGreaterThan(4.5)
    for (const page of ['#ffffff', '#fbfaf8', '#f4f2ee']) expect(contrastOf(anchor.light, page)).toBeGreaterThan(4.5)
    for (const page of ['#16171b', '#1d1f24', '#24262c']) expect(contrastOf(anchor.dark, page)).toBeGreaterThan(4.5)
    expect(shades).toHaveLength(10)
  },
)

test('an accent that is dark enough is left as it is', () => {
  expect(makeAccent('#7a1f3d').shades[FILLED.light]).toBe('#7a1f3d')
})

/**
 * Computes the contrast as WCAG 2 defines it, from 1 to 21. It is written anew here, so that a mistake in the product
 * is noticed.
 */
function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)] as const
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
