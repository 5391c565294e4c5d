// The editor knows headings, tables, settings, expressions and names, and what a heading folds.
import { ensureSyntaxTree, foldable } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight'
import { expect, test } from 'vitest'
import { foldByHeading, specificationLanguage } from '../../../../../client/studio/document/editor/document-language.ts'
import { findNames } from '../../../../../client/studio/document/editor/known-names.ts'
import { readShipped } from '../../../../helpers/compile-document.ts'

const looks = tagHighlighter([
  { tag: tags.heading, class: 'heading' },
  { tag: tags.propertyName, class: 'setting' },
  { tag: tags.keyword, class: 'keyword' },
  { tag: tags.function(tags.variableName), class: 'function' },
  { tag: tags.variableName, class: 'name' },
  { tag: tags.string, class: 'string' },
  { tag: tags.number, class: 'number' },
  { tag: tags.comment, class: 'comment' },
  { tag: tags.meta, class: 'unknown' },
])

function highlighted(text: string): readonly string[] {
  const state = EditorState.create({ doc: text, extensions: [specificationLanguage] })
  const tree = ensureSyntaxTree(state, text.length, 60_000)
  const found: string[] = []
  if (tree !== null)
    highlightTree(tree, looks, (from, to, look) => void found.push(`${look} ${state.doc.sliceString(from, to)}`))
  return found
}

test('headings, settings and what is not shown stand out', () => {
  expect(highlighted('## 4. States\n\n- starts: new\n\nnot shown.\n<!--\n# no heading\n-->\n### Ticket')).toEqual([
    'heading ## 4. States',
    'setting - starts:',
    'unknown not shown.',
    'comment <!--',
    'comment # no heading',
    'comment -->',
    'heading ### Ticket',
  ])
})

test('an expression has keywords, functions, names, texts and numbers, and ends with its line', () => {
  expect(highlighted('| `size(name) > 3 and not me.is("Agent")` | all |\n| `open | x |\n| y |')).toEqual([
    'function size',
    'name name',
    'number 3',
    'keyword and',
    'keyword not',
    'keyword me',
    'function is',
    'string "Agent"',
    'name open',
    'name x',
  ])
})

test('names of several words, and names among words, are known', () => {
  const names = new Set(['Late fee', 'Ticket', 'status', 'due_at', 'closed'])
  const found = (line: string) => findNames(line, names).map(({ start, end }) => line.slice(start, end))
  expect(found('| Late fee | board of Ticket by status | due_at, `Ticket` | it is closed |')).toEqual([
    'Late fee',
    'Ticket',
    'status',
    'due_at',
  ])
  expect(found('A Ticket in prose.')).toEqual([])
})

test('a point folds up to the next point, an entity up to the next entity', () => {
  const state = EditorState.create({ doc: readShipped('helpdesk'), extensions: [foldByHeading] })
  const folded = (heading: string) => {
    const { from, to } = state.doc.lineAt(state.doc.toString().indexOf(heading))
    const fold = foldable(state, from, to)
    return fold === null
      ? []
      : state.doc
          .sliceString(fold.from, fold.to)
          .split('\n')
          .filter((line) => line.startsWith('#'))
  }
  expect(folded('\n## 3. Entities'.trim()).every((line) => line.startsWith('###'))).toBe(true)
  expect(folded('## 3. Entities').length).toBeGreaterThan(3)
  expect(folded('### Ticket.status')).toEqual(expect.not.arrayContaining([expect.stringMatching(/^### /)]))
})

test('a heading that is folded already folds the same lines, wherever the editor takes its line to end', () => {
  const state = EditorState.create({ doc: readShipped('helpdesk'), extensions: [foldByHeading] })
  const { from, to } = state.doc.lineAt(state.doc.toString().indexOf('## 3. Entities'))
  const fold = foldable(state, from, to)
  expect(fold).toMatchObject({ from: to })
  expect(foldable(state, from, fold?.to ?? 0)).toEqual(fold)
})
