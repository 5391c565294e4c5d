// Shows the report of a verification: how many lines passed, then the lines by their point of the document.
import { Text, Title } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import type { LineOutcome, LineReport, VerificationBody } from '#shared/protocol/verification.ts'
import { countLines } from '#shared/protocol/verification.ts'
import { POINT_NAMES } from '../../data/point-names.ts'
import { useSpec } from '../../data/spec.ts'
import { RelativeAndExactTime } from '../../ui/relative-time.tsx'
import { Segments } from '../../ui/segments.tsx'
import { say, sayNumber } from '../../words/say.ts'
import { VerifiedLine } from './verified-line.tsx'
import rows from '../../ui/rows.module.css'
import classes from './verify.module.css'

interface Props {
  readonly verification: VerificationBody
  readonly lines: readonly LineReport[]
}

type LineFilter = 'all' | 'failed' | 'untested'

const OUTCOMES: { readonly [shown in LineFilter]: LineOutcome | undefined } = {
  all: undefined,
  failed: 'failed',
  untested: 'not_testable',
}

export function VerifyReport({ verification: { revision, at, by }, lines }: Props) {
  const [parameters, setParameters] = useSearchParams()
  const inForce = useSpec().data?.revision
  const [passed, failed, untested] = (['passed', 'failed', 'not_testable'] as const).map((outcome) =>
    countLines(lines, outcome),
  ) as [number, number, number]
  const kinds = [
    { value: 'all', label: `${say('All lines')} ${sayNumber(lines.length)}` },
    { value: 'failed', label: `${say('Failed')} ${sayNumber(failed)}` },
    { value: 'untested', label: `${say('Not testable')} ${sayNumber(untested)}` },
  ] as const
  const asked = kinds.find(({ value }) => value === parameters.get('show'))?.value
  // What failed is what one looks for.
  const shown: LineFilter = asked ?? (failed > 0 ? 'failed' : 'all')
  const outcome = OUTCOMES[shown]
  const chosen = outcome === undefined ? lines : lines.filter((each) => each.outcome === outcome)
  return (
    <>
      <Text fw={600} role="status">
        {failed === 0
          ? say('No line failed: {passed} passed, {untested} are not testable.', { passed, untested })
          : say('Lines that failed: {failed}. {passed} passed, {untested} are not testable.', {
              failed,
              passed,
              untested,
            })}
      </Text>
      <Text size="sm" c="dimmed" mb="md" className="numbers">
        {say('Revision {revision}', { revision })}, <RelativeAndExactTime iso={at} />,{' '}
        {say('by {name}', { name: by?.name ?? say('a person who is gone') })}
        {inForce !== undefined && inForce !== revision && ` · ${say('Another revision was published since.')}`}
      </Text>
      <Segments
        data={kinds}
        value={shown}
        onChange={(show) => setParameters((before) => ({ ...Object.fromEntries(before), show }), { replace: true })}
        label={say('Lines of the document')}
        className={classes['kinds']}
      />
      {shown === 'failed' && failed > 0 && (
        <Text size="sm" c="dimmed" mb="md" maw="44rem">
          {say(
            'The copy is gone with its records. What is copied says first which records a request needs, and who sends it: make them, put their ids and tokens in, and run it in a shell.',
          )}
        </Text>
      )}
      {chosen.length === 0 && (
        <Text c="dimmed">{shown === 'failed' ? say('No line failed.') : say('Every line can be tested.')}</Text>
      )}
      {POINT_NAMES.map(({ point, name }) => (
        <PointLines key={point} title={`${point}. ${name}`} lines={chosen.filter((each) => each.point === point)} />
      ))}
    </>
  )
}

function PointLines({ title, lines }: { readonly title: string; readonly lines: readonly LineReport[] }) {
  if (lines.length === 0) return null
  return (
    <section className={classes['point']}>
      <Title order={2} fz="h4" mb="xs">
        {title}
      </Title>
      <ul className={`card ${rows['list']}`}>
        {lines.map((line) => (
          <VerifiedLine key={line.line} report={line} />
        ))}
      </ul>
    </section>
  )
}
