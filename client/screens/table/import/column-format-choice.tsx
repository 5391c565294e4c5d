// Shows in which form a column writes numbers or dates, and asks where nothing in the file tells it.
import { NativeSelect } from '@mantine/core'
import type { ColumnChoice, ImportColumn } from '#shared/protocol/import.ts'
import { say } from '../../../words/say.ts'
import { fieldOf } from './import-choices.ts'

interface Props {
  readonly column: ImportColumn
  /** The heading, or else the position. */
  readonly name: string
  readonly disabled: boolean
  readonly onChange: (choice: ColumnChoice) => void
}

type Form = NonNullable<ColumnChoice['decimalMark'] | ColumnChoice['dateOrder']>

/** Labels that write the same number, and the same day, in each form. */
const FORMS = {
  decimalMark: { '.': say('Numbers as 1,234.50'), ',': say('Numbers as 1.234,50') },
  dateOrder: {
    'day first': say('Dates as 31.12.2026'),
    'month first': say('Dates as 12/31/2026'),
    'year first': say('Dates as 2026-12-31'),
  },
} as const satisfies { readonly [asked in 'decimalMark' | 'dateOrder']: { readonly [form: string]: string } }

export function ColumnFormatChoice({ column, name, disabled, onChange }: Props) {
  const { format, question } = column
  const asks = question?.asks ?? (format?.decimalMark === undefined ? 'dateOrder' : 'decimalMark')
  if (question === undefined && format?.decimalMark === undefined && format?.dateOrder === undefined) return null
  const labels = new Map<Form, string>(Object.entries(FORMS[asks]) as [Form, string][])
  for (const { choice, shown } of question?.answers ?? [])
    labels.set(choice, say('{text} is {value}', { text: question?.text ?? '', value: shown }))
  const offered = question === undefined ? [...labels] : [...labels].filter(([form]) => isAnswer(question, form))
  const field = fieldOf(column)
  return (
    <NativeSelect
      size="xs"
      aria-label={say('How {column} is written', { column: name })}
      aria-required={question !== undefined}
      disabled={disabled}
      error={question && say('“{text}” can be read in two ways. Choose one.', { text: question.text })}
      value={question === undefined ? (format?.[asks] ?? '') : ''}
      data={[
        ...(question === undefined ? [] : [{ value: '', label: say('Choose …') }]),
        ...offered.map(([value, label]) => ({ value, label })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        if (value !== '') onChange({ field, [asks]: value })
      }}
    />
  )
}

function isAnswer({ answers }: NonNullable<ImportColumn['question']>, form: Form): boolean {
  return answers.some(({ choice }) => choice === form)
}
