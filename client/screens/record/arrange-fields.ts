// Arranges the fields of a record: paragraphs left, single facts right.
import { holdsFiles, isEmptyValue } from '#shared/fields/coerce-value.ts'
import { fieldType, isHeading } from '#shared/fields/registry.ts'
import type { Entity, Field, Screen } from '#shared/model/model.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { fieldView } from '../../fields/registry.ts'

export interface FieldSection {
  readonly title?: string
  readonly fields: readonly Field[]
}

export interface FieldArrangement {
  readonly long: readonly FieldSection[]
  readonly short: readonly Field[]
  /** Fields of files, where the document makes no sections: those that hold some, and those that may be filled. */
  readonly files: readonly Field[]
}

/** Fields that are hidden from the reader are absent from the record, and so from here. */
export function arrangeFields(screen: Pick<Screen, 'fields'>, entity: Entity, record: RecordData): FieldArrangement {
  const sections = screen.fields ?? [{ fields: [...entity.fields.keys()].filter((name) => isOnPage(entity, name)) }]
  const shown = sections.map(({ title, fields }) => ({
    ...(title ? { title } : {}),
    fields: fields.flatMap((name) => {
      const field = entity.fields.get(name)
      if (!field || record[name] === undefined || isInTitle(entity, field, record)) return []
      const isNamed = screen.fields !== undefined
      return fieldType(field.type.kind).inAddress || (!isNamed && isOfNoUse(field, record)) ? [] : [field]
    }),
  }))
  if (hasSections(screen)) return { long: shown.filter((section) => section.fields.length > 0), short: [], files: [] }
  const all = shown[0]?.fields ?? []
  const isFilled = ({ name: { identifier }, type }: Field): boolean =>
    !isEmptyValue(record[identifier], type) || record._may?.update[identifier] === true
  const files = all.filter((field) => holdsFiles(field) && isFilled(field))
  const fields = all.filter((field) => !holdsFiles(field))
  const isLong = ({ type, name }: Field): boolean =>
    fieldView(type.kind).long === true && !isEmptyValue(record[name.identifier], type)
  const long = fields.filter(isLong)
  // An empty paragraph is a fact that can be filled in its place; to those who may not fill it, it says nothing.
  const short = fields.filter((field) => !isLong(field) && (!fieldView(field.type.kind).long || isFilled(field)))
  return { long: long.length > 0 ? [{ fields: long }] : [], short, files }
}

/** Sections that the document made are kept as they are. */
function hasSections({ fields = [] }: Pick<Screen, 'fields'>): boolean {
  return fields.length > 1 || fields.some(({ title }) => title !== undefined)
}

/**
 * Reports whether a field is on the page where the document names no fields. A person's picture is not: it stands
 * beside their name and is changed with it.
 */
function isOnPage(entity: Entity, name: string): boolean {
  if (entity.name.identifier === 'Person' && name === 'picture') return false
  return entity.fields.get(name)?.standard === false
}

/** Reports whether a field is empty and can't be filled by the reader. Where the document names it, it is shown as empty. */
function isOfNoUse(field: Field, record: RecordData): boolean {
  return (
    isEmptyValue(record[field.name.identifier], field.type) &&
    (field.computed !== undefined || fieldView(field.type.kind).closed === true)
  )
}

/** The title of the page says these already, or the badge below it does. */
export function isInTitle(entity: Entity, field: Field, record: RecordData): boolean {
  if (field.workflow) return true
  const value = record[field.name.identifier]
  const isNamed = isHeading(field.type.kind) && typeof value === 'string' && value !== ''
  return isNamed && new RegExp(`\\b${field.name.identifier}\\b`).test(entity.title.text)
}
