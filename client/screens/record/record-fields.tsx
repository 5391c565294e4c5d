// Shows the fields of a record: paragraphs with headings, facts as a list of terms.
import { Title } from '@mantine/core'
import type { Field } from '#shared/model/model.ts'
import { fieldLabel } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { fieldView } from '../../fields/registry.ts'
import type { FieldSection } from './arrange-fields.ts'
import classes from './record-fields.module.css'

export function LongFields({
  sections,
  record,
}: {
  readonly sections: readonly FieldSection[]
  readonly record: RecordData
}) {
  // The only paragraph needs no heading to be distinguished.
  const isOnly = sections.length === 1 && sections[0]?.title === undefined && sections[0]?.fields.length === 1
  return sections.map((section, index) => (
    <section key={section.title ?? index} className={`card ${classes['sheet']}`}>
      {section.title && (
        <Title order={2} mb="sm">
          {section.title}
        </Title>
      )}
      {section.fields.map((field) =>
        fieldView(field.type.kind).long ? (
          <div key={field.name.identifier} className={classes['long']}>
            <h2 className={isOnly ? 'unseen' : classes['label']}>{fieldLabel(field)}</h2>
            <FieldValue value={record[field.name.identifier]} field={field} />
          </div>
        ) : (
          <dl key={field.name.identifier} className={classes['facts']}>
            <Fact field={field} value={record[field.name.identifier]} />
          </dl>
        ),
      )}
    </section>
  ))
}

function Fact({ field, value }: { readonly field: Field; readonly value: unknown }) {
  return (
    <div className={classes['fact']}>
      <dt title={field.meaning || undefined}>{fieldLabel(field)}</dt>
      <dd>
        <FieldValue value={value} field={field} />
      </dd>
    </div>
  )
}
