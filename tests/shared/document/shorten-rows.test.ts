// Shortening rows and lines of prose saves most of the parser's work, and changes nothing of what it finds, nor where.
import { readFileSync } from 'node:fs'
import { array, assert, constantFrom, nat, property, record } from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import { shortenRows } from '#shared/document/shorten-rows.ts'

const SHIPPED = ['documents/helpdesk', 'help/reference'].map((name) => readFileSync(`shared/${name}.md`, 'utf8'))
const MARKS = [
  '|',
  '\n|',
  '\n| a | b |\n',
  '`',
  '\n```\n',
  '>',
  '\n> ',
  '\n- ',
  '\n  ',
  '\t',
  '\r',
  '\r\n',
  '\u2028',
  '<!--',
  '-->',
  '<div>\n',
  '\n\n',
  '    ',
  '---',
  '\n===\n',
  '#',
  '\n1. ',
  ' ',
  '~~~',
  '\\',
  '\n| a \\\n',
  '\nthe rest > of it\n',
  '\nb',
  '<b',
  '<?',
]

describe('shortened rows', () => {
  test('are one bar for a whole table, one letter for a whole paragraph', () => {
    const { text, offsetOf } = shortenRows('# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd')
    expect(text).toBe('# A\n\n|\n\nE')
    expect([5, 6, 8, 9].map(offsetOf)).toEqual([5, 34, 36, 39])
  })

  test('keep what ends HTML', () => {
    expect(shortenRows('<!--\n| a -->\n| b |').text).toBe('<!--\n| a -->\n|')
  })

  test('leave every block where it was', () => {
    const edits = array(record({ at: nat(2_000), cut: nat(20), mark: constantFrom(...MARKS) }), { maxLength: 12 })
    const texts = record({ shipped: constantFrom(...SHIPPED), from: nat(), length: nat(600), edits })
    assert(
      property(texts, ({ shipped, from, length, edits: made }) => {
        const start = from % shipped.length
        const text = made.reduce(
          (before, { at, cut, mark }) => {
            const place = at % (before.length + 1)
            return before.slice(0, place) + mark + before.slice(place + cut)
          },
          shipped.slice(start, start + 30 + length),
        )
        const { text: short, offsetOf } = shortenRows(text)
        expect(blocksOf(parse(short), offsetOf)).toEqual(blocksOf(parse(text), (offset) => offset))
      }),
      { numRuns: 300 },
    )
  })
})

/** Parses a text as documents are parsed: definitions of links mean nothing in them. */
function parse(text: string): Nodes {
  return fromMarkdown(text, { extensions: [{ disable: { null: ['definition'] } }] })
}

/** Kinds and places of the blocks, without what stands in a line. */
function blocksOf(node: Nodes, placeOf: (offset: number) => number): unknown[] {
  const here = [node.type, placeOf(node.position?.start.offset ?? 0), placeOf(node.position?.end.offset ?? 0)]
  const inner = 'children' in node && node.type !== 'paragraph' && node.type !== 'heading' ? node.children : []
  return [here, ...inner.flatMap((child) => blocksOf(child, placeOf))]
}
