// Says what a bulk change did, and lists what was refused with its reason.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { RefusalNote } from '../../../refusals/refusal-note.tsx'
import { CitedRow } from '../../../refusals/cited-row.tsx'
import { say, sayCount } from '../../../words/say.ts'
import classes from './bulk-bar.module.css'
import { BulkProgress } from './bulk-progress.tsx'
import type { ResponseProblem } from '../../../data/api.ts'
import type { BatchOutcome } from '../../../data/records/run-batch.ts'
import type { BulkRun } from './use-bulk-run.ts'

interface Props {
  readonly run: BulkRun
  /** The heading of a field or an input. */
  readonly labelOf: (name: string) => string
  readonly onClose: () => void
}

export function BulkResult({ run, labelOf, onClose }: Props) {
  const { outcome } = run
  const close = useRef<HTMLButtonElement>(null)
  // The button that had the keyboard is gone.
  useEffect(() => {
    if (!run.isRunning) close.current?.focus()
  }, [run.isRunning])
  if (!outcome) return null
  const { done, refused, stopped } = outcome
  return (
    <Stack gap="md">
      <Text role="status">{sayResult(run, outcome)}</Text>
      {stopped && (
        <Text c="var(--mantine-color-error)" role="alert">
          {say('Stopped early: {reason}', { reason: stopped.detail })}
        </Text>
      )}
      {run.isRunning && <BulkProgress settled={run.settled} total={done.length} />}
      {run.error !== undefined && <RefusalNote error={run.error} />}
      {refused.length > 0 && (
        <section aria-label={say('Refused')}>
          <Title order={3} fz="sm" mb={4}>
            {say('Refused')}
          </Title>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable */}
          <ul className={classes['refused']} tabIndex={0}>
            {refused.map(({ index, problem }) => (
              <li key={index}>
                <strong>{run.nameOf(index)}</strong>: {sayProblem(problem, labelOf)}
                {problem.source && <CitedRow cite={problem.source} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Group justify="flex-end">
        {run.canUndo && !run.isUndone && done.length > 0 && (
          <Button variant="default" loading={run.isRunning} onClick={run.undo}>
            {say('Undo')}
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          {say('Close')}
        </Button>
      </Group>
    </Stack>
  )
}

function sayResult({ isUndone, same }: BulkRun, { done, refused }: BatchOutcome): string {
  if (isUndone) return say('Undone for {count}.', { count: done.length })
  const result = sayCounts(done.length, refused.length, same)
  if (same === 0) return result
  const already = sayCount(same, '{count} record had this value already.', '{count} records had this value already.')
  return result === '' ? already : `${result} ${already}`
}

/** The title says already that nothing changed. */
function sayCounts(done: number, refused: number, same: number): string {
  if (done === 0 && refused === 0 && same > 0) return ''
  if (refused === 0) return say('{done} done.', { done })
  return done === 0
    ? say('{count} refused.', { count: refused })
    : say('{done} done, {refused} refused.', { done, refused })
}

/** Writes a problem as text; each error of a field is preceded by the field's label. */
function sayProblem({ detail, errors }: ResponseProblem, labelOf: (name: string) => string): string {
  const others = errors.filter(({ message }) => message !== detail)
  return [detail, ...others.map(({ field, message }) => `${labelOf(field)}: ${message}`)].join(' ')
}
