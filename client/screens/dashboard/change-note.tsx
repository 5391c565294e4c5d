// Says how a number has changed since the period before: by a sign, an arrow and a colour.
import { Icon } from '../../ui/icon.tsx'
import { toneClasses } from '../../ui/word-badge.tsx'
import type { Tone } from '../../ui/word-tone.ts'
import { say } from '../../words/say.ts'
import classes from './dashboard.module.css'
import type { PrintMeasure } from './use-print-measure.ts'

interface Props {
  readonly now: number
  readonly before: number
  readonly print: PrintMeasure
  /** Direction of change that is good news. */
  readonly better: 'less' | 'more' | undefined
}

export function ChangeNote({ now, before, print, better }: Props) {
  const { difference, percent, tone } = changeOf(now, before, better)
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±'
  return (
    <div className={classes['change']}>
      <span className={`${classes['difference']} ${toneClasses[tone]}`}>
        {difference !== 0 && <Icon name={difference > 0 ? 'up' : 'down'} size={12} />}
        {sign}
        {(print.difference ?? print)(Math.abs(difference))}
        {percent !== undefined && difference !== 0 && print.isRelative && ` (${print.percent(percent)})`}
      </span>
      <span>{say('before: {before}', { before: print(before) })}</span>
    </div>
  )
}

/** `percent`: of the number before, without its sign; undefined where there was nothing. */
export function changeOf(
  now: number,
  before: number,
  better?: 'less' | 'more',
): { readonly difference: number; readonly percent: number | undefined; readonly tone: Tone } {
  const difference = Number((now - before).toPrecision(12))
  const percent = before === 0 ? undefined : Math.round(Math.abs(difference / before) * 100)
  if (difference === 0) return { difference, percent, tone: 'slate' }
  const isMore = difference > 0
  if (better === undefined) return { difference, percent, tone: isMore ? 'blue' : 'amber' }
  return { difference, percent, tone: isMore === (better === 'more') ? 'green' : 'red' }
}
