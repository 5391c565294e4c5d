// Shows the sections of a form with their headings, and the lines below them.
import { Title } from '@mantine/core'
import type { TitleOrder } from '@mantine/core'
import type { Field, Screen } from '#shared/model/model.ts'
import { useGrowingCount } from '../../ui/use-growing-count.ts'
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
  /** Heading level of the sections. A page has its own headings above them, and so has a drawer. */
  readonly order: TitleOrder
  /** So many fields are drawn first, and more behind them; where nothing stands below that would be moved. */
  readonly atOnce?: number
}

export function FormSections({ sections, form, order, atOnce = Number.POSITIVE_INFINITY }: Props) {
  const count = sections.reduce((sum, { fields }) => sum + fields.length, 0)
  const shown = useGrowingCount(count, atOnce)
  return (
    <>
      {firstFields(sections, shown).map((section, index) => (
        <section key={section.title ?? index}>
          {section.title && (
            <Title order={order} mb="sm">
              {section.title}
            </Title>
          )}
          <FormFields fields={section.fields} form={form} />
        </section>
      ))}
      {shown === count && form.parts.map((part) => <LineGrid key={part.name} part={part} form={form} />)}
    </>
  )
}

function firstFields(sections: readonly FormSection[], count: number): readonly FormSection[] {
  let left = count
  return sections.flatMap((section) => {
    const fields = section.fields.slice(0, left)
    left -= fields.length
    return fields.length === 0 ? [] : [{ ...section, fields }]
  })
}

/**
 * Divides the fields into the sections of the screen, or puts all into one where it names none. Fields that are in no
 * section are left out.
 */
export function divideFields(sections: Screen['fields'], fields: readonly Field[]): readonly FormSection[] {
  if (sections === undefined) return fields.length === 0 ? [] : [{ fields }]
  return sections
    .map(({ title, fields: names }) => ({
      ...(title ? { title } : {}),
      fields: names.flatMap((name) => fields.filter((field) => field.name.identifier === name)),
    }))
    .filter((section) => section.fields.length > 0)
}
