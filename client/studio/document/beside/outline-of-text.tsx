// Lists the nine points of the text in the editor with their problems, and leads to each.
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import type { PointEntry } from '#shared/language/points.ts'
import { POINT_NAMES } from '../../../data/point-names.ts'
import { say, sayCount } from '../../../words/say.ts'
import classes from './outline-of-text.module.css'
import type { OutlinePoint } from './points-of-text.ts'
import { pointsOfText } from './points-of-text.ts'

interface Props {
  readonly points: readonly PointEntry[]
  readonly diagnostics: readonly Diagnostic[] | undefined
  /** Offset of the caret. */
  readonly caret: number
  /** Place of the list: the side of the editor, or above it where there is no room. */
  readonly where: 'beside' | 'above'
  readonly onGo: (offset: number) => void
}

/** Shows nothing before the text was read for the first time. */
export function OutlineOfText({ points, diagnostics, caret, where, onGo }: Props) {
  if (points.length === 0) return null
  const list = (
    <ol className={classes['points']}>
      {pointsOfText(points, diagnostics ?? [], caret).map((each) => (
        <Point key={each.point} {...each} onGo={onGo} />
      ))}
    </ol>
  )
  return where === 'beside' ? (
    <nav className={classes['beside']} aria-label={say('Outline')}>
      {list}
    </nav>
  ) : (
    <details className={classes['above']}>
      <summary>{say('Outline')}</summary>
      {list}
    </details>
  )
}

function Point({ point, start, parts, errors, warnings, isAtCaret, onGo }: OutlinePoint & Pick<Props, 'onGo'>) {
  const name = POINT_NAMES.find((each) => each.point === point)?.name ?? ''
  const label = (
    <>
      <span className={classes['number']}>{point}</span>
      <span className={classes['name']}>{name}</span>
    </>
  )
  return (
    <li>
      {start === undefined ? (
        <p className={classes['missing']}>
          {label}
          <span>{say('missing')}</span>
        </p>
      ) : (
        <button type="button" aria-current={isAtCaret ? 'location' : undefined} onClick={() => onGo(start)}>
          {label}
          {errors > 0 && (
            <Count of={errors} severity="error" words={sayCount(errors, '{count} error', '{count} errors')} />
          )}
          {warnings > 0 && (
            <Count of={warnings} severity="warning" words={sayCount(warnings, '{count} warning', '{count} warnings')} />
          )}
        </button>
      )}
      {isAtCaret && parts.length > 0 && (
        <ul>
          {parts.map((part) => (
            <li key={part.start}>
              <button
                type="button"
                aria-current={part.isAtCaret ? 'location' : undefined}
                title={part.title}
                onClick={() => onGo(part.start)}
              >
                {part.title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface CountProps {
  readonly of: number
  readonly severity: 'error' | 'warning'
  readonly words: string
}

function Count({ of, severity, words }: CountProps) {
  return (
    <span className={classes['count']} data-severity={severity} role="img" aria-label={words} title={words}>
      {of}
    </span>
  )
}
