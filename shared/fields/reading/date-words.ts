// Reads days that are written in words of a language: "21 Nov 2026", "November 21", "tomorrow".

export interface DateWords {
  /** Days from today: "yesterday" → -1; undefined: it is no such word. */
  readonly daysAway: (word: string) => number | undefined
  /** 1 to 12, by its name or the first three letters of it or more. */
  readonly monthOf: (word: string) => number | undefined
}

const FARTHEST = 2
const LEAST_LETTERS = 3
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 21))

export function makeDateWords(locale: string): DateWords {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const away = new Map<string, number>()
  for (let days = -FARTHEST; days <= FARTHEST; days += 1) away.set(plain(relative.format(days, 'day')), days)
  // Some languages bend the name of a month behind a day.
  const formats = [{ month: 'long' }, { month: 'short' }, { day: 'numeric', month: 'long' }] as const
  const names = formats.map((format) => {
    const written = new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' })
    return MONTHS.map((month) => plain(written.formatToParts(month).find(({ type }) => type === 'month')?.value ?? ''))
  })
  return {
    daysAway: (word) => away.get(plain(word)),
    monthOf: (word) => {
      const begun = plain(word)
      if (begun.length < LEAST_LETTERS) return undefined
      const fitting = MONTHS.flatMap((_, month) =>
        names.some((each) => each[month]?.startsWith(begun) === true) ? [month + 1] : [],
      )
      return fitting.length === 1 ? fitting[0] : undefined
    },
  }
}

function plain(word: string): string {
  return word.trim().toLowerCase().replaceAll('.', '')
}
