// Beside the editor: the problems of each point, the point of the caret, and the help about its place.
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { openDocument } from '#shared/language/open-document.ts'
import { placeAt } from '#shared/language/place.ts'
import { listPoints } from '#shared/language/points.ts'
import { helpAtPlace, PLACES } from '../../../../../client/studio/document/beside/help-at-place.ts'
import { pointsOfText } from '../../../../../client/studio/document/beside/points-of-text.ts'
import { readSections } from '../../../../../client/studio/help/read-sections.ts'
import { readShipped } from '../../../../helpers/compile-document.ts'

const helpdesk = readShipped('helpdesk')
const reference = readFileSync(new URL('../../../../../shared/help/reference.md', import.meta.url), 'utf8')

function read(text: string) {
  const open = openDocument(text)
  return { points: listPoints(open.outline().document), open }
}

test('errors and warnings are counted at their point, and the caret is in a point and a part', () => {
  const text = helpdesk
    .replace('| Customer | Ticket | read |', '| Customer | Tickte | read |')
    .replace('| take | new | open |', '| take | nwe | open |')
  const { points, open } = read(text)
  const outline = pointsOfText(points, open.compiled().diagnostics, text.indexOf('| take |'))
  expect(outline.map(({ point, errors }) => [point, errors]).filter(([, errors]) => errors !== 0)).toEqual([
    [4, 1],
    [6, 1],
  ])
  expect(outline.filter(({ isAtCaret }) => isAtCaret).map(({ point }) => point)).toEqual([4])
  expect(outline[3]?.parts.filter(({ isAtCaret }) => isAtCaret).map(({ title }) => title)).toEqual(['Ticket.status'])
  expect(outline.every(({ start, point }) => text.slice(start, (start ?? 0) + 5) === `## ${point}.`)).toBe(true)
})

test('each of a thousand problems is looked at once', () => {
  const { points } = read(helpdesk)
  const start = vi.fn(() => points[3]?.start ?? 0)
  const problem = {
    code: 'unknown-type',
    severity: 'error',
    message: '',
    span: {
      get start() {
        return start()
      },
      end: 0,
    },
  } as const
  expect(
    pointsOfText(
      points,
      Array.from({ length: 1_000 }, () => problem),
      0,
    )[3]?.errors,
  ).toBe(1_000)
  expect(start).toHaveBeenCalledTimes(1_000)
})

test('a point that the text does not have is listed as missing', () => {
  const { points } = read(helpdesk.replace(/## 8\.[^]*(?=\n## 9\.)/, ''))
  const missing = pointsOfText(points, [], 0).filter(({ start }) => start === undefined)
  expect(missing.map(({ point }) => point)).toEqual([8])
})

test('the help is about the point, the column or the expression that the caret stands in', () => {
  const helpAt = (marked: string): string => {
    const { open } = read(helpdesk)
    const offset = helpdesk.indexOf(marked) + marked.length
    const place = placeAt(open.outline().document, offset)
    return helpAtPlace(place && { ...place, isCode: place.code !== undefined })
  }
  expect(helpAt('# Specification')).toBe('writing')
  expect(helpAt('## 6. Roles')).toBe('point-6-roles-and-permissions')
  expect(helpAt('| take | new | open | Ag')).toBe('who')
  expect(helpAt('| take | new | open | Agent | | | `assig')).toBe('effects')
  expect(helpAt('| Customer | Ti')).toBe('point-6-roles-and-permissions')
})

test('each place has a section of the reference', () => {
  const anchors = new Set(readSections('reference', reference).map(({ anchor }) => anchor))
  const named = [...Object.values(PLACES), 'writing', 'expressions', 'examples']
  const points = ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((point) =>
    helpAtPlace({ point, kind: 'text', isCode: false }),
  )
  expect([...named, ...points].filter((anchor) => !anchors.has(anchor))).toEqual([])
})
