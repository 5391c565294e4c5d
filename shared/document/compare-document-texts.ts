// Compares two texts of a document, point by point: parts, rows, settings and sentences that differ.
import type { Block, Cell, Item, MarkdownRow, Part, PointNumber, Setting } from './document.ts'
import { POINTS, POINT_TITLES } from './point-titles.ts'
import { readDocument } from './read-document.ts'

export interface PointChanges {
  /** 0: the title and the introduction, above the first point. */
  readonly point: PointNumber | 0
  readonly title: string
  readonly changes: readonly DocumentChange[]
}

export interface DocumentChange {
  readonly change: 'new' | 'gone' | 'changed'
  /** Headings below the point that lead to it. */
  readonly under: readonly string[]
  /** The heading of a part, the first cells of a row, the key of a setting, or the text itself. */
  readonly name: string
  /** Cells of a row, or the value of a setting (without a column), that changed. */
  readonly values: readonly { readonly column: string; readonly before: string; readonly after: string }[]
}

/** Lists the points that differ. Something that is only moved, or laid out otherwise, is no change. */
export function compareDocumentTexts(before: string, after: string): readonly PointChanges[] {
  const [one, other] = [readDocument(before).document, readDocument(after).document]
  const sections = (document: typeof one) => new Map(document.sections.map((section) => [section.point, section]))
  const [former, next] = [sections(one), sections(other)]
  const above: PointChanges = {
    point: 0,
    title: '',
    changes: [
      ...compareSentences([one.title?.text.value ?? ''], [other.title?.text.value ?? ''], []),
      ...compareBlocks(one.introduction, other.introduction, []),
    ],
  }
  const points = POINTS.map((point): PointChanges => {
    const [a, b] = [former.get(point), next.get(point)]
    return {
      point,
      title: b?.heading.text.value ?? a?.heading.text.value ?? `${point}. ${POINT_TITLES[point]}`,
      changes: comparePlaces(a ?? NOTHING, b ?? NOTHING, []),
    }
  })
  return [above, ...points].filter(({ changes }) => changes.length > 0)
}

type Place = Pick<Part, 'blocks' | 'parts'>

const NOTHING: Place = { blocks: [], parts: [] }

function comparePlaces(before: Place, after: Place, under: readonly string[]): readonly DocumentChange[] {
  return [...compareBlocks(before.blocks, after.blocks, under), ...compareParts(before.parts, after.parts, under)]
}

/** Parts of the same heading are compared in their order. */
function compareParts(
  before: readonly Part[],
  after: readonly Part[],
  under: readonly string[],
): readonly DocumentChange[] {
  const { pairs, gone, added } = pair(before, after, [({ heading }) => heading.text.value])
  return [
    ...pairs.flatMap(([one, other]) => comparePlaces(one, other, [...under, other.heading.text.value])),
    ...gone.map(({ heading }) => changeOf('gone', under, heading.text.value)),
    ...added.map(({ heading }) => changeOf('new', under, heading.text.value)),
  ]
}

function compareBlocks(
  before: readonly Block[],
  after: readonly Block[],
  under: readonly string[],
): readonly DocumentChange[] {
  return [
    ...compareRows(before.flatMap(rowsOf), after.flatMap(rowsOf), under),
    ...compareSettings(before.flatMap(settingsOf), after.flatMap(settingsOf), under),
    ...compareSentences(before.flatMap(textsOf), after.flatMap(textsOf), under),
  ]
}

interface NamedRow {
  readonly columns: readonly string[]
  readonly cells: readonly string[]
}

function rowsOf(block: Block): readonly NamedRow[] {
  if (block.kind !== 'table') return []
  const columns = cellsOf(block.header)
  return block.rows.map((row) => ({ columns, cells: cellsOf(row) }))
}

function cellsOf({ cells }: MarkdownRow): readonly string[] {
  return cells.map(({ text }: Cell) => withoutBackticks(text.value))
}

/** The rows that are alike first, then those that begin alike: a grant is known by its role, entity and verb, a field by its name. */
function compareRows(
  before: readonly NamedRow[],
  after: readonly NamedRow[],
  under: readonly string[],
): readonly DocumentChange[] {
  const first = (count: number) => (row: NamedRow) => row.cells.slice(0, count).join('\n')
  const { pairs, gone, added } = pair(before, after, [first(Infinity), first(3), first(2), first(1)])
  return [
    ...pairs.flatMap(([one, other]) => changedRow(one, other, under)),
    ...gone.map((row) => changeOf('gone', under, row.cells.filter(Boolean).join(' · '))),
    ...added.map((row) => changeOf('new', under, row.cells.filter(Boolean).join(' · '))),
  ]
}

function changedRow(before: NamedRow, after: NamedRow, under: readonly string[]): readonly DocumentChange[] {
  const value = ({ columns, cells }: NamedRow, column: string): string => cells[columns.indexOf(column)] ?? ''
  const columns = [...new Set([...after.columns, ...before.columns])]
  const values = columns
    .map((column) => ({ column, before: value(before, column), after: value(after, column) }))
    .filter((each) => each.before !== each.after)
  if (values.length === 0) return []
  const changed = after.cells.findIndex((cell, at) => cell !== (before.cells[at] ?? ''))
  const known = changed < 0 ? after.cells.slice(0, 1) : after.cells.slice(0, Math.min(Math.max(changed, 1), MOST_NAMED))
  return [{ change: 'changed', under, name: known.filter(Boolean).join(' · '), values }]
}

/** Cells at the beginning of a row that name it. */
const MOST_NAMED = 3

function settingsOf(block: Block): readonly Setting[] {
  return block.kind === 'bullets' ? block.entries.filter((entry) => entry.kind === 'setting') : []
}

function compareSettings(
  before: readonly Setting[],
  after: readonly Setting[],
  under: readonly string[],
): readonly DocumentChange[] {
  const keyOf = ({ key }: Setting): string => key.value
  const { pairs, gone, added } = pair(before, after, [(setting) => `${keyOf(setting)}\n${valueOf(setting)}`, keyOf])
  return [
    ...pairs.flatMap(([one, other]): readonly DocumentChange[] =>
      valueOf(one) === valueOf(other)
        ? []
        : [
            {
              change: 'changed',
              under,
              name: keyOf(other),
              values: [{ column: '', before: valueOf(one), after: valueOf(other) }],
            },
          ],
    ),
    ...gone.map((setting) => changeOf('gone', under, textOf(setting))),
    ...added.map((setting) => changeOf('new', under, textOf(setting))),
  ]
}

function valueOf({ value, items }: Setting): string {
  return [withoutBackticks(value.value), ...items.map(textOf)].filter(Boolean).join('; ')
}

function textsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'bullets':
      return block.entries.filter((entry) => entry.kind === 'item').map(textOf)
    case 'steps':
      return block.items.map(textOf)
    case 'code':
      return [block.text.value]
    case 'prose':
      return [block.markdown.replaceAll(/\s+/g, ' ').trim()]
    case 'table':
      return []
  }
}

function textOf(entry: Item | Setting): string {
  const own = entry.kind === 'item' ? entry.text.value : `${entry.key.value}: ${entry.value.value}`
  return [withoutBackticks(own), ...entry.items.map(textOf)].join('; ')
}

function compareSentences(
  before: readonly string[],
  after: readonly string[],
  under: readonly string[],
): readonly DocumentChange[] {
  const own = (text: string) => ({ text })
  const unpaired = pair(before.map(own), after.map(own), [({ text }) => text])
  const [gone, added] = [unpaired.gone, unpaired.added].map((texts) => texts.map(({ text }) => text)) as [
    string[],
    string[],
  ]
  // One sentence in place of another is a change of it.
  const changed = Math.min(gone.length, added.length)
  return [
    ...gone.slice(0, changed).map((text, at): DocumentChange => {
      const next = added[at] ?? ''
      return { change: 'changed', under, name: '', values: [{ column: '', before: text, after: next }] }
    }),
    ...gone.slice(changed).map((text) => changeOf('gone', under, text)),
    ...added.slice(changed).map((text) => changeOf('new', under, text)),
  ].filter(({ name, values }) => name !== '' || values.length > 0)
}

function changeOf(change: DocumentChange['change'], under: readonly string[], name: string): DocumentChange {
  return { change, under, name, values: [] }
}

interface Pairs<T> {
  readonly pairs: readonly (readonly [before: T, after: T])[]
  readonly gone: readonly T[]
  readonly added: readonly T[]
}

/** Pairs what has the same name, by the most exact name first, each once and in order. */
function pair<T extends object>(
  before: readonly T[],
  after: readonly T[],
  names: readonly ((each: T) => string)[],
): Pairs<T> {
  const open = new Set(before)
  const partners = new Map<T, T>()
  for (const nameOf of names) {
    const waiting = Map.groupBy(open, nameOf)
    for (const each of after) {
      if (partners.has(each)) continue
      const found = waiting.get(nameOf(each))?.shift()
      if (found === undefined) continue
      partners.set(each, found)
      open.delete(found)
    }
  }
  return {
    pairs: after.flatMap((other) => {
      const one = partners.get(other)
      return one === undefined ? [] : [[one, other] as const]
    }),
    gone: [...open],
    added: after.filter((each) => !partners.has(each)),
  }
}

function withoutBackticks(text: string): string {
  return text.replaceAll('`', '').trim()
}
