// Reads lists: bullets with a key are settings, other bullets items, numbered lists steps.
import type { List, ListItem } from 'mdast'
import { removeComments } from '../text/remove-comments.ts'
import type { Fragment } from '../text/fragment.ts'
import { fragment, sliceFragment, trimFragment } from '../text/fragment.ts'
import { findOutside } from '../text/scan.ts'
import type { Span } from '../text/span.ts'
import { removeMarkup } from '../text/remove-markup.ts'
import type { Block, Item, Setting } from './document.ts'
import type { BlockReader } from './read-blocks.ts'

interface RawItem {
  readonly text: Fragment
  readonly items: readonly RawItem[]
  readonly span: Span
}

/** The list, and after it what else stood in its items (a fenced block under a step, say). */
export function readList(node: List, reader: BlockReader): Block[] {
  const besides: Block[] = []
  const span = reader.spanOf(node)
  const raw = node.children.map((item) => readItem(item, reader, besides))
  const list: Block = node.ordered
    ? { kind: 'steps', items: raw.map(asItem), span }
    : { kind: 'bullets', entries: raw.map(asEntry), span }
  return [list, ...besides]
}

function readItem(node: ListItem, reader: BlockReader, besides: Block[]): RawItem {
  const span = reader.spanOf(node)
  let text: Fragment | undefined
  const items: RawItem[] = []
  for (const child of node.children) {
    if (child.type === 'list') {
      items.push(...child.children.map((nested) => readItem(nested, reader, besides)))
      continue
    }
    const blocks = reader.blocks([child])
    const prose = blocks.length === 1 && blocks[0]?.kind === 'prose'
    if (prose && text === undefined && child.type === 'paragraph') text = removeComments(reader.fragmentOf(child))
    else besides.push(...blocks)
  }
  return { text: text ?? fragment('', span.end), items, span }
}

function asItem(raw: RawItem): Item {
  return { kind: 'item', text: raw.text, items: raw.items.map(asEntry), span: raw.span }
}

/**
 * Makes an item from an entry below a setting. The entry belongs to the value of that setting and is not a setting
 * itself.
 */
function asListed(raw: RawItem): Item {
  return { kind: 'item', text: raw.text, items: raw.items.map(asListed), span: raw.span }
}

function asEntry(raw: RawItem): Setting | Item {
  const parts = splitSetting(raw.text)
  if (!parts) return asItem(raw)
  return { kind: 'setting', key: parts.key, value: parts.value, items: raw.items.map(asListed), span: raw.span }
}

/** The key is what stands before the first colon outside code, quotes and brackets; a sentence is no key. */
function splitSetting(text: Fragment): { key: Fragment; value: Fragment } | undefined {
  const dress = /^(\*{1,3}|_{1,3})([^*_]+):\1/.exec(text.value)
  if (dress) {
    const width = dress[1]?.length ?? 0
    const key = trimFragment(sliceFragment(text, width, dress[0].length - width - 1))
    return { key, value: trimFragment(sliceFragment(text, dress[0].length)) }
  }
  const colon = findOutside(text.value, /:(?=\s|$)/)
  if (colon <= 0) return undefined
  const key = removeMarkup(sliceFragment(text, 0, colon))
  if (key.value === '' || /[.!?;]\s|[\r\n]/.test(key.value)) return undefined
  return { key, value: trimFragment(sliceFragment(text, colon + 1)) }
}
