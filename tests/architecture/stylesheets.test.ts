// Style sheets: what scrolls keeps its hidden texts to itself.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-files.ts'

const sheets = readdirSync(join(root, 'client'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.css') && !/^(dist|node_modules)\b/.test(path),
)

/** Mantine makes the first a positioned element; the second is of the calendar's own elements. */
const POSITIONED_ELSEWHERE = ['.navbar', '.fc-scrollgrid-section-sticky']

test('what scrolls is positioned: a text for readers of screens beyond its edge would make the page wider or longer', () => {
  const rules = sheets.flatMap((path) =>
    [...readFileSync(join(root, 'client', path), 'utf8').matchAll(/([^{};]*)\{([^{}]*)\}/g)].map(
      ([, selector = '', declarations = '']) => ({ place: `${path} ${selector.trim()}`, declarations }),
    ),
  )
  const scrolling = rules.filter(({ declarations }) => /overflow(-[xy])?: auto/.test(declarations))
  expect(scrolling.length).toBeGreaterThan(10)
  const unpositioned = scrolling.filter(
    ({ place, declarations }) =>
      !/\bposition:/.test(declarations) && !POSITIONED_ELSEWHERE.some((name) => place.includes(name)),
  )
  expect(unpositioned.map(({ place }) => place)).toEqual([])
})
