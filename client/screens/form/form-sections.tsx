// Shows the sections of a form with their headings, and the lines below them.
import { Title } from '@mantine/core'
import type { TitleOrder } from '@mantine/core'
import type { Field, Screen } from '#shared/model/model.ts'
import { FormFields } from './form-fields.tsx'
import { LineGrid } from './lines/line-grid.tsx'
import type { RecordForm } from './use-record-form.ts'

export interface FormSection {
  readonly title?: string
  readonly fields: readonly Field[]
}

interface Props {
  readonly sections: readonly FormSection[]
  readonly form: RecordForm
  /** Of the headings: a page has its own above them, and so has a drawer. */
  readonly order: TitleOrder
}

export function FormSections({ sections, form, order }: Props) {
  return (
    <>
      {sections.map((section, index) => (
        <section key={section.title ?? index}>
          {section.title && (
            <Title order={order} mb="sm">
              {section.title}
            </Title>
          )}
          <FormFields fields={section.fields} form={form} />
        </section>
      ))}
      {form.parts.map((part) => (
        <LineGrid key={part.name} part={part} form={form} />
      ))}
    </>
  )
}

/** As the screen divides these fields; where it names none, all in one. What stands in no section is left out. */
export function divideFields(sections: Screen['fields'], fields: readonly Field[]): readonly FormSection[] {
  if (sections === undefined) return fields.length === 0 ? [] : [{ fields }]
  return sections
    .map(({ title, fields: names }) => ({
      ...(title ? { title } : {}),
      fields: names.flatMap((name) => fields.filter((field) => field.name.identifier === name)),
    }))
    .filter((section) => section.fields.length > 0)
}
