// Shows a line of the document with what its checks say, and each request that failed, to be copied.
import { Button, CopyButton, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { CheckFailure, LineOutcome, LineReport } from '#shared/protocol/verification.ts'
import { useLinePath } from '../../data/spec.ts'
import { readableLine } from '../../ui/cited-line.tsx'
import { toneClasses } from '../../ui/word-badge.tsx'
import { say } from '../../words/say.ts'
import rows from '../../ui/rows.module.css'
import { sayChecks } from './say-checks.ts'
import classes from './verify.module.css'

const SAID: { readonly [outcome in LineOutcome]: string } = {
  passed: say('passed'),
  failed: say('failed'),
  not_testable: say('not testable'),
}
const TONES = { passed: 'green', failed: 'red', not_testable: 'slate' } as const satisfies {
  readonly [outcome in LineOutcome]: string
}

export function VerifiedLine({ report }: { readonly report: LineReport }) {
  const { line, text, outcome, passed, failed, failures, notTestable } = report
  const said = say('Line {line}', { line: String(line) })
  const path = useLinePath()(line)
  return (
    <li className={`${rows['row']} ${classes['line']}`} data-tall>
      <div className={classes['head']}>
        {path === undefined ? <span>{said}</span> : <Link to={path}>{said}</Link>}
        <span className={`${toneClasses['badge']} ${toneClasses[TONES[outcome]]}`}>{SAID[outcome]}</span>
      </div>
      <div className={classes['what']}>
        <Text size="sm" className="wraps">
          {readableLine(text)}
        </Text>
        {passed + failed > 0 && (
          <Text size="sm" c="dimmed">
            {sayChecks(passed, failed)}
          </Text>
        )}
        <Reasons reasons={notTestable} />
        <Failures failures={failures} said={said} />
      </div>
    </li>
  )
}

const MOST_SHOWN = 3

function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  const more = reasons.length - MOST_SHOWN
  return (
    <ul className={classes['reasons']}>
      {reasons.slice(0, MOST_SHOWN).map((reason) => (
        <li key={reason}>
          {say('Not testable')}: {reason}
        </li>
      ))}
      {more > 0 && <li>{say('and {count} more', { count: more })}</li>}
    </ul>
  )
}

interface FailuresProps {
  readonly failures: readonly CheckFailure[]
  /** The line that they are about, in words. */
  readonly said: string
}

function Failures({ failures, said }: FailuresProps) {
  const list = (some: readonly CheckFailure[], from: number) => (
    <ol className={classes['failures']} start={from + 1}>
      {some.map((failure, index) => (
        <li key={`${failure.says} ${failure.curl}`}>
          <Text size="sm" fw={600} className="wraps">
            {failure.says}
          </Text>
          <Text size="sm" className="wraps">
            {failure.problem}
          </Text>
          <div className={classes['request']}>
            <code lang="en">{failure.curl}</code>
            <CopyButton value={failure.curl}>
              {({ copied, copy }) => (
                <Button
                  size="xs"
                  variant="default"
                  onClick={copy}
                  aria-label={`${copied ? say('Copied') : say('Copy the request')}: ${said}, ${from + index + 1}`}
                >
                  {copied ? say('Copied') : say('Copy')}
                </Button>
              )}
            </CopyButton>
          </div>
        </li>
      ))}
    </ol>
  )
  const rest = failures.slice(MOST_SHOWN)
  return (
    <>
      {failures.length > 0 && list(failures.slice(0, MOST_SHOWN), 0)}
      {rest.length > 0 && (
        <details className={classes['rest']}>
          <summary>{say('and {count} more', { count: rest.length })}</summary>
          {list(rest, MOST_SHOWN)}
        </details>
      )}
    </>
  )
}
