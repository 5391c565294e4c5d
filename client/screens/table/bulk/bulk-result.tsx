// Says what a bulk change did, and lists what was refused with its reason.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { RefusalNote } from '../../../shell/refusal-note.tsx'
import { CitedRow } from '../../../shell/cited-row.tsx'
import { say, sayCount } from '../../../words/say.ts'
import classes from './bulk-bar.module.css'
import { BulkProgress } from './bulk-progress.tsx'
import type { BatchOutcome } from '../../../data/records/run-batch.ts'
import type { BulkRun } from './use-bulk-run.ts'

export function BulkResult({ run, onClose }: { readonly run: BulkRun; readonly onClose: () => void }) {
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
                <strong>{run.nameOf(index)}</strong>: {problem.detail}
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
  const result =
    refused.length === 0
      ? say('{done} done.', { done: done.length })
      : say('{done} done, {refused} refused.', { done: done.length, refused: refused.length })
  if (same === 0) return result
  const already = sayCount(same, '{count} record had this value already.', '{count} records had this value already.')
  return `${result} ${already}`
}
