// Edits calendar dates in the form of their reader.
import { useMemo } from 'react'
import type { EditProps } from '../../field-view.ts'
import type { WrittenDate } from './date-input.tsx'
import { DateInput } from './date-input.tsx'
import { makeDateText } from './date-text.ts'
import { localDay } from './edit-moment.tsx'
import { formatLocale } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'

export function EditDate(props: EditProps) {
  const written = useMemo(() => writtenDay(formatLocale), [])
  return <DateInput {...props} written={written} />
}

function writtenDay(locale: string): WrittenDate {
  const today = localDay(new Date())
  const text = makeDateText(locale, today)
  const refuse = (label: string) =>
    say('{label} must be a date, such as {example}.', { label, example: text.print(today) })
  return { ...text, refuse, locale, today, dayOf: (iso) => iso, onDay: (_, day) => day }
}
