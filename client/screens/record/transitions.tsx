// Shows the transitions of a record as buttons: first those that can be done.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Entity, Transition } from '#shared/model/model.ts'
import { labelOfName } from '../../data/field-label.ts'
import { useTransition } from '../../data/records/record-mutations.ts'
import { shortName } from '../../data/records/short-name.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { sessionActor } from '../../data/session-policy.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { RefusalOrReauthentication } from '../../account/reauthentication/refusal-or-reauthentication.tsx'
import { finalState, inputsFrom, leadingTransition, offeredTransitions } from './offered-transitions.ts'
import { RefusedTransitions } from './refused-transitions.tsx'
import { StepsOfOthers } from './steps-of-others.tsx'
import { TransitionDialog } from './transition-dialog.tsx'
import { say } from '../../words/say.ts'
import classes from './transitions.module.css'

interface Props {
  readonly entity: Entity
  readonly record: RecordData
  /** `isSmall` is true in a row of a list, where only the transitions that can be done are shown. */
  readonly isSmall?: boolean
}

export function Transitions({ entity, record, isSmall = false }: Props) {
  const session = useKnownSession()
  const model = useModel()
  const [asking, setAsking] = useState<Transition | null>(null)
  /** The one that was sent without a question. */
  const [last, setLast] = useState<Transition | null>(null)
  const act = useTransition(entity, record.id)
  const from = useRef<HTMLElement | null>(null)
  const place = `what-can-be-done-${record.id}`
  // After the question the keyboard is back on its button; where a step took that away, on what can be done next.
  useEffect(() => {
    if (asking === null && !act.isPending) returnTo(from, place)
  }, [asking, act.isPending, place])
  const all = offeredTransitions(entity, record, sessionActor(session))
  const offered = isSmall ? all.filter(({ decision }) => decision.allowed !== false) : all
  const ofOthers = isSmall ? undefined : <StepsOfOthers entity={entity} record={record} offered={offered} />
  if (offered.length === 0) return ofOthers
  const leading = leadingTransition(entity, offered, record)
  const ordered = [
    ...offered.filter(({ transition }) => transition === leading),
    ...offered.filter(({ transition }) => transition !== leading),
  ]

  const go = (transition: Transition, confirm?: string) => {
    setLast(transition)
    act.mutate(
      { path: transition.path, values: {}, ...(confirm ? { confirm } : {}) },
      {
        onSuccess: () =>
          notifications.show({
            message: `${shortName(model, entity, record)}: ${labelOfName(transition.name)}`,
            color: 'green',
          }),
      },
    )
  }
  const start = (transition: Transition) => {
    from.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    if (inputsFrom(entity, transition, record).length > 0 || finalState(entity, transition, record) !== undefined) {
      setAsking(transition)
      return
    }
    go(transition)
  }
  return (
    <>
      <fieldset className={classes['buttons']} tabIndex={-1} id={place}>
        <legend className="unseen">{say('What can be done')}</legend>
        {ordered.map(
          ({ transition, decision }) =>
            decision.allowed !== false && (
              <Button
                key={transition.path}
                variant={transition === leading && !isSmall ? 'filled' : 'default'}
                {...(isSmall ? { size: 'compact-sm' } : { 'data-command': labelOfName(transition.name) })}
                loading={act.isPending && act.variables.path === transition.path}
                onClick={() => start(transition)}
              >
                {labelOfName(transition.name)}
              </Button>
            ),
        )}
        <RefusedTransitions entity={entity} record={record} offered={offered} />
      </fieldset>
      {ofOthers}
      {act.error && (
        <div className={classes['refusal']}>
          <RefusalOrReauthentication
            error={act.error}
            onProven={() => last && go(last)}
            onGiveUp={act.reset}
            onRetry={() => last && go(last)}
            onConfirm={(code) => last && go(last, code)}
          />
        </div>
      )}
      {asking && (
        <TransitionDialog
          entity={entity}
          record={record}
          transition={asking}
          asks={inputsFrom(entity, asking, record)}
          end={finalState(entity, asking, record)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

function returnTo(from: RefObject<HTMLElement | null>, buttons: string): void {
  const place = from.current
  from.current = null
  if (place === null || (document.activeElement !== document.body && document.activeElement !== null)) return
  const next = document.getElementById(buttons) ?? document.getElementById('main')
  if (place.isConnected) place.focus()
  else next?.focus({ preventScroll: true })
}
