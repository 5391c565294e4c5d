// Headings, paragraphs and plain lists that are read line by line are what the Markdown parser makes of them, in the same places.
import { readFileSync } from 'node:fs'
import { array, assert, constantFrom, nat, property, record } from 'fast-check'
import type { Nodes, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { parsePlainBlocks } from '#shared/document/parse-plain-blocks.ts'

const SHIPPED = ['documents/helpdesk', 'documents/incident-management', 'help/reference', 'help/cookbook'].map((name) =>
  readFileSync(`shared/${name}.md`, 'utf8'),
)
/** Beginnings and ends of lines, and what may stand between them. */
const MARKS = [
  ...['\n', '\n\n', '\r', '\r\n', '\n \n', '\t', ' ', '  ', '    ', '\u2028', '\u00a0', '\ufeff'],
  ...[
    '\n- a',
    '\n- ',
    '\n-',
    '\n\n- b',
    '\n  - c',
    '\n+ d',
    '\n* e',
    '\n1. f',
    '\n2) g',
    '- - h',
    '\n- `i',
    '\n- **j**',
  ],
  ...['\n# K', '\n##', '\n## l ##', '\n   # m', '\n#n', '#', ' #', '\n####### o', '\n- # p', '\n-\tq', '\n-  r'],
  ...['\n===', '\n---', '\n***', '\n- - -', '\n> s', '>', '\n```\n', '\n~~~', '\n- ```', '`', '\n    t', '\n  u'],
  ...[
    '\n|',
    '\n| a | b |',
    '|',
    '\n[v]: /w',
    '\nx',
    '\n"y"',
    '\n(z',
    '\n*a* b',
    '\n_c_',
    '\n1 d',
    '\\',
    '\n- "e"',
    '\n- (f',
  ],
]

describe('plain blocks', () => {
  test('of a sound document are read without the parser', () => {
    const text = '# A\n\nb\nc\n\n### D\n\n| e |\n\n- f: g\n- h\n\ni\n## J\n'
    expect(blocksOf(parsePlainBlocks(text, fail))).toEqual(blocksOf(parse(text)))
  })

  test('that hold anything else are given to it, up to the next heading', () => {
    const stretches: string[] = []
    const text = 'a\n\n- b\n\n  c\n\n# D\n\n- e\n\n    f\n'
    const nodes = parsePlainBlocks(text, (stretch) => {
      stretches.push(stretch)
      return parse(stretch)
    })
    expect(stretches).toEqual(['- b\n\n  c\n\n', '- e\n\n    f\n'])
    expect(blocksOf(nodes)).toEqual(blocksOf(parse(text)))
  })

  test('are those of the parser, wherever they stand', () => {
    const edits = array(record({ at: nat(2_000), cut: nat(20), mark: constantFrom(...MARKS) }), { maxLength: 14 })
    const texts = record({ shipped: constantFrom(...SHIPPED), from: nat(), length: nat(600), edits })
    assert(
      property(texts, ({ shipped, from, length, edits: made }) => {
        const start = from % shipped.length
        const text = made
          .reduce(
            (before, { at, cut, mark }) => {
              const place = at % (before.length + 1)
              return before.slice(0, place) + mark + before.slice(place + cut)
            },
            shipped.slice(start, start + 30 + length),
          )
          .replaceAll('<', '')
        expect(blocksOf(parsePlainBlocks(text, parse))).toEqual(blocksOf(parse(text)))
      }),
      { numRuns: Number(process.env['RUNS'] ?? 500) },
    )
  })
})

function fail(): never {
  throw new Error('The parser was asked.')
}

/** Parses a text as documents are parsed: definitions of links mean nothing in them. */
function parse(text: string): readonly RootContent[] {
  return fromMarkdown(text, { extensions: [{ disable: { null: ['definition'] } }] }).children
}

/** Kinds and places of the blocks, without what stands in a line. */
function blocksOf(nodes: readonly Nodes[]): unknown[] {
  return nodes.map((node) => {
    const { type, position } = node
    const own = [
      'depth' in node ? node.depth : undefined,
      'ordered' in node ? node.ordered : undefined,
      node.type === 'code' ? [node.lang, node.value, position?.start.column] : undefined,
    ]
    const hasBlocks = 'children' in node && type !== 'paragraph' && type !== 'heading'
    return [type, position?.start.offset, position?.end.offset, ...own, hasBlocks ? blocksOf(node.children) : []]
  })
}
