// Shows the sections of a form with their headings, and the lines in their place or below.
import { Stack, Title } from '@mantine/core'
import type { TitleOrder } from '@mantine/core'
import type { Entity, Field, Screen } from '#shared/model/model.ts'
import { useGrowingCount } from '../../ui/use-growing-count.ts'
import { FormFields } from './form-fields.tsx'
import { LineGrid } from './lines/line-grid.tsx'
import type { RecordForm } from './use-record-form.ts'

export interface FormSection {
  readonly title?: string
  readonly fields: readonly Field[]
  /** Names of the lines that stand below its fields. */
  readonly lines?: readonly string[]
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
  const placed = new Set(sections.flatMap(({ lines = [] }) => lines))
  const grids = (isHere: (name: string) => boolean) =>
    shown === count &&
    form.parts.filter(({ name }) => isHere(name)).map((part) => <LineGrid key={part.name} part={part} form={form} />)
  return (
    <>
      {firstFields(sections, shown).map((section, index) => (
        <section key={section.title ?? index}>
          {section.title && (
            <Title order={order} mb="sm">
              {section.title}
            </Title>
          )}
          <Stack gap="lg">
            {section.fields.length > 0 && <FormFields fields={section.fields} form={form} />}
            {grids((name) => section.lines?.includes(name) === true)}
          </Stack>
        </section>
      ))}
      {grids((name) => !placed.has(name))}
    </>
  )
}

function firstFields(sections: readonly FormSection[], count: number): readonly FormSection[] {
  let left = count
  return sections.flatMap((section) => {
    const fields = section.fields.slice(0, left)
    left -= fields.length
    return fields.length === 0 && !section.lines?.length ? [] : [{ ...section, fields }]
  })
}

/**
 * Divides the fields into the sections of the screen, or puts all into one where it names none. Fields that are in no
 * section are left out; what a section names beside fields are lines.
 */
export function divideFields(
  sections: Screen['fields'],
  fields: readonly Field[],
  { parts }: Pick<Entity, 'parts'>,
): readonly FormSection[] {
  if (sections === undefined) return fields.length === 0 ? [] : [{ fields }]
  return sections
    .map(({ title, fields: names }) => ({
      ...(title ? { title } : {}),
      fields: names.flatMap((name) => fields.filter((field) => field.name.identifier === name)),
      lines: names.filter((name) => parts.has(name)),
    }))
    .filter(({ fields: own, lines }) => own.length > 0 || lines.length > 0)
}
