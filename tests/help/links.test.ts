// Every link of the help pages leads to a page, a heading or a file that is there.
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSections } from '../../client/studio/help/read-sections.ts'
import { readHelp } from './examples.ts'

const PAGES = ['ten-minutes', 'cookbook', 'reference', 'examples', 'edges']
const anchors = new Map(
  PAGES.map((page) => [page, new Set(readSections(page, readHelp(page)).map(({ anchor }) => anchor))] as const),
)

test.each(PAGES)('the links of %s', { tags: 'reference/reference' }, (page) => {
  const text = readHelp(page).replaceAll(/^(`{3,})[^]*?^\1$|`[^`\n]*`/gm, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = '']) => address)
  const lost = links.filter((address) => !/^https?:/.test(address) && !isThere(page, address))
  expect(lost).toEqual([])
})

test.each(PAGES)('no two headings of %s have one address', (page) => {
  const all = readSections(page, readHelp(page)).map(({ anchor }) => anchor)
  expect(all.filter((anchor, at) => all.indexOf(anchor) !== at)).toEqual([])
})

function isThere(page: string, address: string): boolean {
  const [, other = page, anchor = ''] = /^(?:([\w-]+)\.md)?(?:#([\w-]+))?$/.exec(address) ?? [undefined, '?']
  if (anchors.has(other)) return anchor === '' || anchors.get(other)?.has(anchor) === true
  return existsSync(new URL(`../../shared/help/${address}`, import.meta.url))
}
