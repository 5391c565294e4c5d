// Says how a day is written in a language: "dd/mm/yyyy".
import { dayFormat } from '#shared/fields/reading/read-day.ts'
import { say } from '../../../words/say.ts'

export function formOfDay(locale: string): string {
  const letters = { day: say('dd'), month: say('mm'), year: say('yyyy') }
  const parts = dayFormat(locale).formatToParts(Date.UTC(2026, 10, 21))
  return parts.map(({ type, value }) => (isPart(type) ? letters[type] : value)).join('')
}

function isPart(type: string): type is 'day' | 'month' | 'year' {
  return type === 'day' || type === 'month' || type === 'year'
}
