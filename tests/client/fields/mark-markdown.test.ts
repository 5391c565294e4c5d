// What the toolbar of Markdown does to a selection.
import { expect, test } from 'vitest'
import type { MarkdownMark } from '../../../client/fields/edit/mark-markdown.ts'
import { markMarkdown } from '../../../client/fields/edit/mark-markdown.ts'

/** `‹` and `›` stand for the ends of the selection. */
function marked(mark: MarkdownMark, written: string): string {
  const start = written.indexOf('‹')
  const end = written.indexOf('›') - 1
  const after = markMarkdown(mark, { text: written.replace('‹', '').replace('›', ''), start, end })
  return `${after.text.slice(0, after.start)}‹${after.text.slice(after.start, after.end)}›${after.text.slice(after.end)}`
}

test.each<[MarkdownMark, string, string]>([
  ['bold', 'a ‹word› here', 'a **‹word›** here'],
  ['bold', 'a **‹word›** here', 'a ‹word› here'],
  ['italic', '‹›', '_‹›_'],
  ['code', 'run ‹npm start›', 'run `‹npm start›`'],
  ['link', 'see ‹the page›.', 'see [the page](‹https://›).'],
  ['list', 'one\n‹two\nthree›', 'one\n‹- two\n- three›'],
  ['list', '‹- two\n- three›', '‹two\nthree›'],
  ['numbers', '‹two\nthree›', '‹1. two\n2. three›'],
  ['quote', 'so ‹it› is\nnext', '‹> so it is›\nnext'],
])('%s: %s', (mark, before, after) => {
  expect(marked(mark, before)).toBe(after)
})
