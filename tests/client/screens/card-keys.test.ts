// How the arrow keys go from card to card of a gallery.
import { describe, expect, test } from 'vitest'
import { neighbourOf } from '../../../client/screens/table/cards/use-card-keys.ts'

/** Seven cards, three in a line. */
const places = Array.from({ length: 7 }, (_, at) => ({ x: (at % 3) * 200, y: Math.floor(at / 3) * 300 }))

describe('an arrow key', () => {
  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 3, 6],
    ['ArrowUp', 5, 2],
    ['Home', 5, 0],
    ['End', 1, 6],
  ])('%s leads from card %i to card %i', (key, from, to) => {
    expect(neighbourOf(places, from, key)).toBe(to)
  })

  test('goes down to the last card where the last line is short', () => {
    expect(neighbourOf(places, 5, 'ArrowDown')).toBe(6)
  })

  test.each([
    ['ArrowLeft', 0],
    ['ArrowRight', 6],
    ['ArrowUp', 1],
    ['ArrowDown', 6],
    ['Enter', 2],
  ])('%s at card %i leads nowhere', (key, from) => {
    expect(neighbourOf(places, from, key)).toBe(-1)
  })

  test('finds its way past the heading of a group, which stands lower', () => {
    const grouped = places.map(({ x, y }, at) => ({ x, y: at < 3 ? y : y + 50 }))
    expect(neighbourOf(grouped, 2, 'ArrowDown')).toBe(5)
  })
})
