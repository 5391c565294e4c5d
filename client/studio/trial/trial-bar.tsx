// Shows in every page of a trial that it is one, with who acts, its clock and what it would have sent.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { TrialBody } from '#shared/protocol/trial.ts'
import { useEndTrial, useMoveTrial, useTrial } from '../../data/administration/trial.ts'
import { actorName } from '../../data/actor-name.ts'
import { useSession } from '../../data/session.ts'
import { useSpec } from '../../data/spec.ts'
import { saySentence } from '../../refusals/refusal-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ExactTime } from '../../ui/relative-time.tsx'
import { say } from '../../words/say.ts'
import classes from './trial-bar.module.css'
import { TrialActorDialog } from './trial-actor-dialog.tsx'
import { TrialMessages } from './trial-messages.tsx'

export function TrialBar() {
  const trial = useTrial()
  return (
    <>
      <div className={classes['edge']} aria-hidden="true" />
      <section className={classes['bar']} aria-label={say('Trial')} data-trial>
        <strong className={classes['mark']}>{say('Trial')}</strong>
        {trial.data === null && (
          <>
            <span role="status">{say('This trial has ended, and nothing of it is left.')}</span>
            <Button component="a" href="/studio" size="compact-sm" variant="white" color="dark">
              {say('To the studio')}
            </Button>
          </>
        )}
        {trial.data && <Controls trial={trial.data} />}
      </section>
    </>
  )
}

function Controls({ trial }: { readonly trial: TrialBody }) {
  const session = useSession().data
  const model = useSpec().data?.model
  const [open, setOpen] = useState<'actor' | 'messages'>()
  const move = useMoveTrial(({ isMoved }) => {
    if (!isMoved)
      notifications.show({
        message: say('More falls due than runs at once: the clock stands at the last of it. Move it again to go on.'),
      })
  })
  const end = useEndTrial()
  const error = move.error ?? end.error
  const name = (session && model && actorName(model, session)) ?? say('nobody')
  const look = { size: 'compact-sm', variant: 'white', color: 'dark' } as const
  const step = (by: 'hour' | 'day' | 'next', label: string, isOffered = true) => (
    <Button
      {...look}
      disabled={!isOffered || (move.isPending && move.variables !== by)}
      loading={move.isPending && move.variables === by}
      onClick={() => move.mutate(by)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <Button
        {...look}
        className={classes['actor'] ?? ''}
        rightSection={<Icon name="down" size={13} />}
        onClick={() => setOpen('actor')}
        aria-haspopup="dialog"
      >
        {say('As {name}', { name })}
      </Button>
      <span className={classes['time']} role="status">
        <Icon name="clock" size={14} /> <ExactTime iso={trial.now} />
      </span>
      <div className={classes['acts']}>
        {step('hour', say('An hour later'))}
        {step('day', say('A day later'))}
        {step('next', say('Next timer'), trial.nextDue !== null)}
        <Button {...look} onClick={() => setOpen('messages')} aria-haspopup="dialog">
          {say('Unsent messages: {count}', { count: trial.sent })}
        </Button>
        <Button {...look} loading={end.isPending || end.isSuccess} onClick={() => end.mutate()}>
          {say('End the trial')}
        </Button>
      </div>
      {error && (
        <span className={classes['failure']} role="alert">
          {saySentence(error)}
        </span>
      )}
      {open === 'actor' && <TrialActorDialog roles={trial.roles} onClose={() => setOpen(undefined)} />}
      {open === 'messages' && <TrialMessages sent={trial.sent} onClose={() => setOpen(undefined)} />}
    </>
  )
}
