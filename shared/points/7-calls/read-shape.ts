// Reads a shape: a table of names and expressions that projects a record.
import type { Part, Setting } from '../../document/document.ts'
import * as say from '../../diagnostics/7-calls.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { bare, readQuoted } from '../../text/written-values.ts'
import type { ShapeDeclaration as Shape } from './declarations.ts'
import { type PointContext, readName } from '../reading/point-context.ts'
import { type SectionReaders, readSection } from '../reading/read-section.ts'
import { type HeadedTable, shownCell, type TableShape } from '../reading/read-headed-table.ts'

const ENTRIES: TableShape = { of: 'a shape', key: ['name', 'value'], columns: [] }

export function readShape(
  part: Part,
  heading: Fragment,
  pointTables: NonNullable<SectionReaders['tables']>,
  context: PointContext,
): Shape[] {
  const parts = matchParts(heading, /^shape\s+(.+?)\s+of\s+(.+)$/dis)
  const name = parts?.[1] && readName(parts[1], 'field', 'shape', context)
  if (!parts?.[2]) context.report(say.badShape(part.heading.span, { heading: heading.value }))
  const entries: Shape['entries'][number][] = []
  const names = new Set<string>()
  let as: Fragment | undefined
  const readEntries = ({ rows }: HeadedTable): void => {
    for (const row of rows) {
      // The name is a member of JSON: it stays as it is written.
      const written = row.cell('name')
      const member = (readQuoted(written) ?? bare(written)).value
      const value = shownCell(row, 'value', `${heading.value}: ${member}`, context)
      const isDoubled = names.has(member)
      names.add(member)
      if (isDoubled) context.report(say.doubledShapeName(spanOf(written), { name: member }))
      else if (value.value !== '')
        entries.push({ name: member, nameSpan: spanOf(written), value: bare(value), span: row.span })
    }
  }
  readSection(
    part.blocks,
    {
      tables: [[ENTRIES, readEntries], ...pointTables],
      settings: { as: (setting: Setting) => void (as = bare(setting.value)) },
    },
    context,
  )
  if (!name || !parts?.[2]) return []
  if (entries.length === 0 && !as) context.report(say.shapeWithoutEntries(part.heading.span, { shape: name.label }))
  return [{ name, of: parts[2], ...(as ? { as } : {}), entries, span: part.heading.span }]
}
