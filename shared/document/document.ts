// Declares a document: nine headed sections of tables, settings, steps, code and prose.
import type { Fragment } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'

export type PointNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

export interface Heading {
  readonly level: number
  readonly text: Fragment
  readonly span: Span
}

/** A cell's inline source, trimmed, `\|` already read as `|`; backticks are kept. An empty cell has value ''. */
export interface Cell {
  readonly text: Fragment
  readonly span: Span
}

export interface MarkdownRow {
  /** Cells of the row, as many as the header has. Missing cells are empty cells at the end of the row. */
  readonly cells: readonly Cell[]
  readonly span: Span
}

export interface Table {
  readonly kind: 'table'
  readonly header: MarkdownRow
  readonly rows: readonly MarkdownRow[]
  readonly span: Span
}

/** `- key: value`; a value may be empty and followed by a nested list (`items`). */
export interface Setting {
  readonly kind: 'setting'
  readonly key: Fragment
  readonly value: Fragment
  readonly items: readonly Item[]
  readonly span: Span
}

/** A list item that is no setting (a bullet without `key:`, or a step). */
export interface Item {
  readonly kind: 'item'
  readonly text: Fragment
  readonly items: readonly (Item | Setting)[]
  readonly span: Span
}

/** A bullet list. `entries` are settings where they read `key: value`, else items (prose). */
export interface Bullets {
  readonly kind: 'bullets'
  readonly entries: readonly (Setting | Item)[]
  readonly span: Span
}

/** An ordered list: steps or effects. */
export interface Steps {
  readonly kind: 'steps'
  readonly items: readonly Item[]
  readonly span: Span
}

/** A fenced block. */
export interface Code {
  readonly kind: 'code'
  readonly language: string
  readonly text: Fragment
  readonly span: Span
}

/** Anything else: kept as Markdown source, shown to people, never interpreted. */
export interface Prose {
  readonly kind: 'prose'
  readonly markdown: string
  readonly span: Span
}

export type Block = Table | Bullets | Steps | Code | Prose

/** Content below a heading of level 3 or 4, up to the next heading of the same or a higher level. */
export interface Part {
  readonly heading: Heading
  readonly blocks: readonly Block[]
  readonly parts: readonly Part[]
  readonly span: Span
}

export interface Section {
  readonly point: PointNumber
  readonly heading: Heading
  readonly blocks: readonly Block[]
  readonly parts: readonly Part[]
  readonly span: Span
}

export interface Document {
  readonly text: string
  /** The level-1 heading and the blocks below it, before the first level-2 heading. */
  readonly title: Heading | undefined
  readonly introduction: readonly Block[]
  /** Sections of the document, at most one for each point. A missing point has no section. */
  readonly sections: readonly Section[]
}
