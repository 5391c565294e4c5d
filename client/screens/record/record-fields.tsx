// Shows the fields of a record: paragraphs with headings, facts as a list of terms.
import { Title } from '@mantine/core'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
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
          <div key={field.name.identifier} className={classes['long']}>
            <h2 className={isPlain ? 'unseen' : classes['label']}>{fieldLabel(field)}</h2>
            <FieldValue value={record[field.name.identifier]} field={field} />
          </div>
        ) : (
          <dl key={field.name.identifier} className={`${classes['facts']} ${classes['pairs']}`}>
            {facts.map((fact) => (
              <Fact key={fact.name.identifier} field={fact} value={record[fact.name.identifier]} />
            ))}
          </dl>
        ),
      )}
    </section>
  ))
}

interface FieldRun {
  /** The first of them. */
  readonly field: Field
  /** Undefined: a paragraph. */
  readonly facts?: Field[]
}

/** Facts that follow each other are one list, an empty paragraph among them; any other is read for itself. */
function runsOf(fields: readonly Field[], record: RecordData): readonly FieldRun[] {
  const runs: FieldRun[] = []
  for (const field of fields) {
    const facts = runs.at(-1)?.facts
    if (fieldView(field.type.kind).long && !isEmptyValue(record[field.name.identifier])) runs.push({ field })
    else if (facts) facts.push(field)
    else runs.push({ field, facts: [field] })
  }
  return runs
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
