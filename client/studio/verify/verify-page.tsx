// Has the server verify the published document line by line, and shows what it found.
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { VerificationBody } from '#shared/protocol/verification.ts'
import {
  useKeptVerification,
  useKeptVerifications,
  useStartVerification,
  useStopVerification,
  useVerification,
} from '../../data/administration/verification.ts'
import { BASE_PATH } from '../../data/base-path.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { WorkProgress } from '../../ui/work-progress.tsx'
import { say } from '../../words/say.ts'
import { StudioHead } from '../studio-head.tsx'
import { JunitButton } from './junit-button.tsx'
import { KeptReports } from './kept-reports.tsx'
import { VerifyReport } from './verify-report.tsx'

export function VerifyPage() {
  // A trial has no verification of its own.
  const isOffered = BASE_PATH === ''
  const { data: latest, error, isPending, refetch } = useVerification(isOffered)
  const kept = useKeptVerifications(latest)
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('report')
  // While a verification runs, the page shows it in place of an earlier report: its author waits for it.
  const isEarlier = asked !== null && asked !== latest?.id && latest?.state !== 'running'
  const earlier = useKeptVerification(isEarlier ? asked : null)
  const shown = isEarlier ? earlier.data : latest
  const start = useStartVerification()
  const stop = useStopVerification()
  const begin = () => {
    setParameters({}, { replace: true })
    start.mutate()
  }
  const button = useRef<HTMLButtonElement>(null)
  const isRunning = latest?.state === 'running'
  const wasRunning = useRef(isRunning)
  // The button that stops it is gone with what it stops.
  useEffect(() => {
    if (wasRunning.current && !isRunning) button.current?.focus({ preventScroll: true })
    wasRunning.current = isRunning
  }, [isRunning])
  return (
    <>
      <StudioHead title={say('Verify')}>
        {isOffered && (
          <Group gap="sm">
            {shown?.lines && <JunitButton file={shown.file} lines={shown.lines} />}
            <Button
              ref={button}
              onClick={begin}
              loading={start.isPending}
              disabled={isRunning || isPending}
              data-command={say('Verify the document')}
            >
              {latest?.lines ? say('Verify again') : say('Verify the document')}
            </Button>
          </Group>
        )}
      </StudioHead>
      <Text size="sm" c="dimmed" mb="lg" maw="44rem">
        {say(
          'Requests are made from the lines of the published document and sent to a copy of the application with made-up people and records. Your data is left alone, and nothing is sent to anybody.',
        )}
      </Text>
      {error && <RefusalNote error={error} onRetry={() => void refetch()} />}
      {start.error && <RefusalNote error={start.error} onRetry={begin} />}
      {earlier.error && <RefusalNote error={earlier.error} onRetry={() => void earlier.refetch()} />}
      {isOffered && (isPending || (isEarlier && earlier.isPending)) && (
        <Loading>
          <ListSkeleton rows={6} />
        </Loading>
      )}
      {!isOffered && (
        <EmptyState icon="check" title={say('A trial is not verified.')}>
          {say('Publish the draft, or verify its file with “npm run verify”.')}
        </EmptyState>
      )}
      {latest === null && (
        <EmptyState icon="check" title={say('Nothing was verified yet.')}>
          {say('It takes a minute or two. You can leave this page meanwhile.')}
        </EmptyState>
      )}
      {shown && <Shown verification={shown} onStop={() => stop.mutateAsync().then(() => undefined)} />}
      {kept.data && <KeptReports items={kept.data} shown={shown?.id} />}
    </>
  )
}

interface ShownProps {
  readonly verification: VerificationBody
  readonly onStop: () => Promise<void>
}

function Shown({ verification, onStop }: ShownProps) {
  const { state, done, total, lines } = verification
  if (state === 'running')
    return (
      <WorkProgress done={done} total={total} onStop={onStop}>
        {total === 0 ? say('Preparing …') : say('{done} of {total} checks', { done, total })}
      </WorkProgress>
    )
  if (lines === null)
    return (
      <EmptyState icon="warning" title={say('The verification ended without a report.')}>
        {say('Start it again. If it fails again, the log of the server says why.')}
      </EmptyState>
    )
  return <VerifyReport verification={verification} lines={lines} />
}
