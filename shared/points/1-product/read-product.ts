// Reads point 1: prose and a table of audiences.
import type { Part, Section } from '../../document/document.ts'
import type { Prose } from '../../document/document.ts'
import { spanOf } from '../../text/fragment.ts'
import { bare, isNotShown, readQuoted } from '../../text/written-values.ts'
import { type PointContext, reportValue } from '../reading/point-context.ts'
import { type SettingReaders, unlessNone } from '../reading/read-settings.ts'
import { readSection } from '../reading/read-section.ts'
import { type HeadedTable, shownCell, type TableShape } from '../reading/read-headed-table.ts'
import type { ProductPoint } from './declarations.ts'

export const AUDIENCES: TableShape = { of: 'audiences', key: ['audience'], columns: ['comes to'] }

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
  const look: { -readonly [key in 'logo' | 'accent']?: ProductPoint[key] } = {}
  const settings: SettingReaders = {
    logo: unlessNone((setting) => {
      const file = bare(readQuoted(setting.value) ?? setting.value).value
      if (IMAGE.test(file)) look.logo = { file, span: setting.span }
      else reportValue(setting.value, 'the name of an image beside the document, as "logo.svg"', context)
    }),
    accent: unlessNone((setting) => {
      const color = readColor(bare(readQuoted(setting.value) ?? setting.value).value)
      if (color === undefined) reportValue(setting.value, 'a colour, as "#2b5" or "#2b7de9"', context)
      else look.accent = { color, span: setting.span }
    }),
  }
  // Headings are free here: they divide the prose.
  const readPart = ({ heading, blocks, parts }: Part): Prose[] => {
    const title: Prose = {
      kind: 'prose',
      markdown: `${'#'.repeat(heading.level)} ${heading.text.value}`,
      span: heading.span,
    }
    return [title, ...readSection(blocks, { tables, unknown: heading.text.value }, context), ...parts.flatMap(readPart)]
  }
  const prose = [...readSection(section.blocks, { tables, settings }, context), ...section.parts.flatMap(readPart)]
  return { prose, audiences, ...look, span: section.span }
}

/** A name without a path: it stands in the folder of the document. */
const IMAGE = /^[\w-][\w .-]*\.(?:svg|png|jpe?g|webp)$/i

/** Six lower-case digits, whatever is written. */
function readColor(written: string): string | undefined {
  if (!/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(written)) return undefined
  const digits = written.slice(1).toLowerCase()
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}
