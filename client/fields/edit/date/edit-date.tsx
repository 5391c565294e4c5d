// Edits calendar dates in the form of their reader.
import { useMemo } from 'react'
import { readDay, writeDay } from '#shared/fields/reading/read-day.ts'
import type { Reading } from '#shared/fields/reading/reading.ts'
import type { EditProps } from '../../field-view.ts'
import { useReading } from '../../use-reading.ts'
import type { DateForm } from './date-input.tsx'
import { DateInput } from './date-input.tsx'
import { formOfDay } from './form-of-day.ts'

export function EditDate(props: EditProps) {
  const reading = useReading()
  const form = useMemo(() => makeDayForm(reading), [reading])
  return <DateInput {...props} form={form} />
}

function makeDayForm({ locale }: Reading): DateForm {
  return { placeholder: formOfDay(locale), write: writeExactDay, dayOf: (iso) => iso, onDay: (_, day) => day }
}

/** Days of the first thousand years would be read as those of this one. */
function writeExactDay(iso: string, reading: Reading): string {
  const text = writeDay(reading.locale, iso)
  return readDay(text, reading) === iso ? text : iso
}
