// Reads point 1: prose and a table of audiences.
import type { Part, Section } from '../../document/document.ts'
import type { Prose } from '../../document/document.ts'
import { spanOf } from '../../text/fragment.ts'
import { isNotShown } from '../../text/written-values.ts'
import type { PointContext } from '../reading/point-context.ts'
import { readSection } from '../reading/read-section.ts'
import { type HeadedTable, shownCell, type TableShape } from '../reading/read-headed-table.ts'
import type { ProductPoint } from './declarations.ts'

const AUDIENCES: TableShape = { of: 'audiences', key: ['audience'], columns: ['comes to'] }

export function readProduct(section: Section, context: PointContext): ProductPoint {
  const audiences: ProductPoint['audiences'][number][] = []
  const readAudiences = ({ rows }: HeadedTable): void => {
    for (const row of rows) {
      const audience = row.cell('audience')
      if (isNotShown(audience.value)) {
        context.unknown('Audience', spanOf(audience))
        continue
      }
      audiences.push({ audience, comesTo: shownCell(row, 'comes to', audience.value, context).value, span: row.span })
    }
  }
  const tables = [[AUDIENCES, readAudiences] as const]
  // Headings are free here: they divide the prose.
  const readPart = ({ heading, blocks, parts }: Part): Prose[] => {
    const title: Prose = {
      kind: 'prose',
      markdown: `${'#'.repeat(heading.level)} ${heading.text.value}`,
      span: heading.span,
    }
    return [title, ...readSection(blocks, { tables, unknown: heading.text.value }, context), ...parts.flatMap(readPart)]
  }
  const prose = [...readSection(section.blocks, { tables }, context), ...section.parts.flatMap(readPart)]
  return { prose, audiences, span: section.span }
}
