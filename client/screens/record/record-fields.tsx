// Shows the sections of a record: paragraphs and files with headings, facts that are edited in place.
import { Title } from '@mantine/core'
import { holdsFiles, isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { fieldLabel } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { fieldView } from '../../fields/registry.ts'
import type { FieldSection } from './arrange-fields.ts'
import { CellEditor } from '../table/list/cell-editor.tsx'
import type { PropertyEdits } from './property-list.tsx'
import { ChangeButton, Properties, useProperties } from './property-list.tsx'
import { FilesOfRecord } from './record-files.tsx'
import classes from './record-fields.module.css'

interface Props {
  readonly entity: Entity
  readonly sections: readonly FieldSection[]
  readonly record: RecordData
}

export function LongFields({ entity, sections, record }: Props) {
  const properties = useProperties(
    entity,
    sections.flatMap(({ fields }) => fields),
    record,
  )
  // The only paragraph needs no heading to be distinguished, where it is what every such record says.
  const [only, ...others] = sections.flatMap(({ fields }) => fields)
  const isPlain = sections[0]?.title === undefined && others.length === 0 && only?.required === true
  return sections.map((section, index) => (
    <section key={section.title ?? index} className={`card ${classes['sheet']}`}>
      {section.title && (
        <Title order={2} mb="sm">
          {section.title}
        </Title>
      )}
      {runsOf(section.fields, record).map(({ field, facts }) =>
        facts === undefined ? (
          <div key={field.name.identifier} className={classes['long']} data-property={field.name.identifier}>
            <h2 className={isPlain ? 'unseen' : classes['label']}>{fieldLabel(field)}</h2>
            {holdsFiles(field) ? (
              <FilesOfRecord entity={entity} field={field} record={record} />
            ) : (
              <Paragraph field={field} record={record} properties={properties} />
            )}
          </div>
        ) : (
          <Properties
            key={field.name.identifier}
            entity={entity}
            fields={facts}
            record={record}
            properties={properties}
            isInPairs
          />
        ),
      )}
    </section>
  ))
}

interface ParagraphProps {
  readonly field: Field
  readonly record: RecordData
  readonly properties: PropertyEdits
}

/** A text that is read for itself, and changed in its place. */
function Paragraph({ field, record, properties: { columns, editing } }: ParagraphProps) {
  const name = field.name.identifier
  const column = columns.find(({ path }) => path.length === 1 && path[0] === name)
  if (column && editing.isAt(record.id, column)) return <CellEditor column={column} editing={editing} />
  return (
    <>
      <FieldValue value={record[name]} field={field} />
      {column && <ChangeButton column={column} record={record} editing={editing} />}
    </>
  )
}

interface FieldRun {
  /** The first of them. */
  readonly field: Field
  /** Undefined: a paragraph, or files. */
  readonly facts?: Field[]
}

/** A paragraph, or files, also where there are none and the reader may add some. */
function isReadByItself(field: Field, record: RecordData): boolean {
  const name = field.name.identifier
  if (holdsFiles(field) && record._may?.update[name] === true) return true
  return (fieldView(field.type.kind).long === true || holdsFiles(field)) && !isEmptyValue(record[name], field.type)
}

/** Facts that follow each other are one list, an empty paragraph among them; any other is read for itself. */
function runsOf(fields: readonly Field[], record: RecordData): readonly FieldRun[] {
  const runs: FieldRun[] = []
  for (const field of fields) {
    const facts = runs.at(-1)?.facts
    if (isReadByItself(field, record)) runs.push({ field })
    else if (facts) facts.push(field)
    else runs.push({ field, facts: [field] })
  }
  return runs
}
