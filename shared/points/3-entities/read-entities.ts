// Reads point 3: a heading for each entity, with prose, a table of fields and settings.
import type { Part, Section, Setting } from '../../document/document.ts'
import * as say from '../../diagnostics/3-entities.ts'
import { spanOf } from '../../text/fragment.ts'
import { readIdentifierName as readWrittenName } from '../../text/identifier.ts'
import { matchParts } from '../../text/match-parts.ts'
import { splitFragment } from '../../text/split.ts'
import { bare, isNotShown, wholeDays } from '../../text/written-values.ts'
import { FIELDS, readField } from './read-field.ts'
import type { Name } from '../declarations.ts'
import type { EntitiesPoint, EntityDeclaration, FieldDeclaration } from './declarations.ts'
import { keepFirst, type PointContext, readName, reportValue } from '../reading/point-context.ts'
import { readSection, reportInnerHeadings } from '../reading/read-section.ts'
import { readWord, unlessNone } from '../reading/read-settings.ts'
import { readSortKeys } from '../reading/read-sort-keys.ts'
import type { HeadedTable } from '../reading/read-headed-table.ts'

export function readEntities(section: Section, context: PointContext): EntitiesPoint {
  readSection(section.blocks, { unknown: 'Entities', tablesBelow: '### Ticket' }, context)
  const named = section.parts.flatMap((part) => {
    const name = readName(part.heading.text, 'entity', 'entity', context)
    return name ? [{ name, part }] : []
  })
  const entities = keepFirst(named, 'entities', context).flatMap(
    ({ name, part }) => readEntity(name, part, context) ?? [],
  )
  return { entities, span: section.span }
}

/** Person is built in: relations may point to it though no heading names it. */
export function namesOfEntities(section: Section | undefined): Name[] {
  const person: Name = { label: 'Person', identifier: 'Person', span: { start: 0, end: 0 } }
  const named = (section?.parts ?? []).flatMap((part) => {
    const name = readWrittenName(part.heading.text, 'entity')
    return 'problem' in name ? [] : [name]
  })
  return named.some((name) => name.identifier === 'Person') ? named : [...named, person]
}

/** Undefined if the heading's text says that the entity is not shown: nothing is built from it. */
function readEntity(name: Name, part: Part, context: PointContext): EntityDeclaration | undefined {
  const [only] = part.blocks
  if (only?.kind === 'prose' && part.blocks.length === 1 && isNotShown(only.markdown)) {
    context.unknown(name.label, only.span)
    return undefined
  }
  const fields: FieldDeclaration[] = []
  const settings: { -readonly [key in keyof EntityDeclaration]?: EntityDeclaration[key] } = {}
  const unique: EntityDeclaration['unique'][number][] = []
  const readFields = ({ rows }: HeadedTable): void =>
    void fields.push(...rows.flatMap((row) => readField(row, name, context) ?? []))
  const help = readSection(
    part.blocks,
    {
      tables: [[FIELDS, readFields]],
      unknown: name.label,
      settings: {
        title: (setting) => void (settings.title = bare(setting.value)),
        plural: (setting) => void (settings.plural = bare(setting.value)),
        was: unlessNone((setting) => void (settings.was = bare(setting.value))),
        order: unlessNone((setting) => void (settings.order = readSortKeys(setting.value))),
        icon: unlessNone((setting) => void (settings.icon = bare(setting.value))),
        history: (setting) => void (settings.history = readWord(setting, ['kept', 'not kept'], context)),
        'only one': (setting) => void (settings.onlyOne = readWord(setting, ['yes', 'no'], context) === 'yes'),
        deleted: (setting) => void (settings.deleted = readDeleted(setting, context)),
        unique: (setting) => {
          for (const text of [setting.value, ...setting.items.map((item) => item.text)]) {
            const together = splitFragment(text).map((field) => bare(field))
            if (together.length > 0) unique.push({ fields: together, span: spanOf(text) })
          }
        },
      },
    },
    context,
  )
  reportInnerHeadings(part.parts, 'a table of fields, settings and prose', context)
  if (fields.length === 0 && name.identifier !== 'Person')
    context.report(say.noFields(part.heading.span, { entity: name.label }))
  return {
    ...settings,
    name,
    help,
    fields: keepFirst(fields, 'fields', context),
    history: settings.history ?? 'kept',
    onlyOne: settings.onlyOne ?? false,
    deleted: settings.deleted ?? { kind: 'trash' },
    unique,
    span: part.heading.span,
  }
}

function readDeleted(setting: Setting, context: PointContext): EntityDeclaration['deleted'] | undefined {
  if (/^for\s+good\.?$/i.test(setting.value.value)) return { kind: 'for good' }
  const duration = matchParts(setting.value, /^to\s+(?:the\s+)?trash(?:\s+for\s+(.+?))?\.?$/di)
  if (duration && !duration[1]) return { kind: 'trash' }
  const days = wholeDays(duration?.[1]?.value ?? '')
  if (days !== undefined) return { kind: 'trash', days }
  reportValue(setting.value, '"to trash for 30 days" (whole days) or "for good"', context)
  return undefined
}
