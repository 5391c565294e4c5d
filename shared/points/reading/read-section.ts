// Reads the blocks below a heading: tables, settings, steps, code and prose.
import type { Block, Bullets, Code, Part, Prose, Steps, Table } from '../../document/document.ts'
import * as say from '../../diagnostics/all-points.ts'
import { fragment } from '../../text/fragment.ts'
import { isNone, isNotShown } from '../../text/written-values.ts'
import type { PointContext } from './point-context.ts'
import { readSettings, reportLookAlikes, type SettingReaders } from './read-settings.ts'
import { type HeadedTable, readHeadedTable, type TableShape } from './read-headed-table.ts'

export interface SectionReaders {
  /** Each kind of table with its reader. */
  readonly tables?: readonly (readonly [TableShape, (table: HeadedTable) => void])[]
  readonly settings?: SettingReaders
  readonly openSettings?: (setting: Extract<Bullets['entries'][number], { kind: 'setting' }>) => boolean
  /** The heading above which tables don't stand: `### Ticket.status`. */
  readonly tablesBelow?: string
  /** Settings whose value may stand below them, in a block of its own. */
  readonly emptySettings?: readonly string[]
  readonly steps?: (steps: Steps) => void
  readonly code?: (code: Code) => void
  /** Ordered lists are prose, as on a page that people only read. */
  readonly listsAreProse?: boolean
  /** Name that is listed as unknown if the body says "not shown". Without it, such a body is plain prose. */
  readonly unknown?: string
}

/** Gives the prose; says what is misplaced. */
export function readSection(blocks: readonly Block[], readers: SectionReaders, context: PointContext): Prose[] {
  const prose: Prose[] = []
  for (const block of blocks) {
    if (block.kind === 'prose') {
      if (readers.unknown !== undefined && isNotShown(block.markdown)) context.unknown(readers.unknown, block.span)
      else if (!isNone(block.markdown)) {
        reportLookAlikes(fragment(block.markdown, block.span.start), Object.keys(readers.settings ?? {}), context)
        prose.push(block)
      }
    } else if (block.kind === 'bullets') {
      if (readers.steps) reportBulletedSteps(block, context)
      const { settings = {}, openSettings, emptySettings, tables = [] } = readers
      const shapes = tables.map(([shape]) => shape)
      prose.push(...readSettings(block, settings, context, openSettings, emptySettings, shapes))
    } else if (block.kind === 'table' && readers.tablesBelow !== undefined) {
      const expected = `a heading above the table: "${readers.tablesBelow}"`
      context.report(say.misplaced(block.header.span, { what: 'A table', expected }))
    } else if (block.kind === 'table') readOneTable(block, readers, context)
    else if (block.kind === 'steps' && readers.steps) readers.steps(block)
    else if (block.kind === 'steps' && readers.listsAreProse) prose.push(proseOfSteps(block))
    else if (block.kind === 'code' && readers.code) readers.code(block)
    else {
      const what = block.kind === 'steps' ? 'An ordered list' : 'A fenced block'
      context.report(say.misplaced(block.span, { what, expected: expectations(readers) }))
    }
  }
  return prose
}

/** Says of each heading that stands where nothing is divided any further that it names nothing. */
export function reportInnerHeadings(parts: readonly Part[], expected: string, context: PointContext): void {
  for (const { heading } of parts)
    context.report(say.unknownHeading(heading.span, { heading: heading.text.value, nearest: undefined, expected }))
}

/** A step that has no number is prose: its author should know. */
function reportBulletedSteps({ entries }: Bullets, context: PointContext): void {
  for (const entry of entries)
    if (entry.kind === 'item' && STEP.test(entry.text.value))
      context.report(say.bulletedStep(entry.span, { step: entry.text.value }))
}

/** Matches what people write in effects and in no sentence. */
const STEP =
  /^`?(?:[a-z_][\w.]*\s*=(?!=)|let\s+\w+\s*=|(?:create|update|send|do)\b.*\{|notify\b.*["“„]|answer\s+\d|refuse\s+[A-Z_]+\b|(?:add|remove)\s+me\s|restart\s+timer\s|sign\s+(?:up|in)\b.*\bwith\s|for\s+each\s+\w+\s+in\s.*:)/is

function proseOfSteps({ items, span }: Steps): Prose {
  const markdown = items
    .map((item, index) => `${index + 1}. ${item.text.value.replaceAll(/\s*\n\s*/g, ' ')}`)
    .join('\n')
  return { kind: 'prose', markdown, span }
}

function readOneTable(table: Table, readers: SectionReaders, context: PointContext): void {
  const kinds = readers.tables ?? []
  const read = readHeadedTable(
    table,
    kinds.map(([shape]) => shape),
    context,
  )
  if (read) kinds.find(([shape]) => shape === read.shape)?.[1](read)
}

function expectations(readers: SectionReaders): string {
  const tables = (readers.tables ?? []).map(([shape]) => `the table | ${shape.key.join(' | ')} |`)
  const settings = Object.keys(readers.settings ?? {})
  return [...tables, ...(settings.length > 0 ? [`the settings ${settings.join(', ')}`] : []), 'prose'].join('; ')
}
