// Names the periods that a dashboard can show.

/** Periods as documents write them, from the shortest on. */
export const PERIODS = [
  'today',
  'last 7 days',
  'last 30 days',
  'last 90 days',
  'this month',
  'last month',
  'this quarter',
  'last quarter',
  'this year',
  'last year',
  'all time',
] as const

export type PeriodName = (typeof PERIODS)[number]
