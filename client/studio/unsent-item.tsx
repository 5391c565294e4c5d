// Shows what was to be sent and was not: it is sent again, or dismissed.
import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useAdministrationRequest } from '../data/administration/administration.ts'
import { say } from '../words/say.ts'
import { PendingItem } from './people/pending-list.tsx'

interface Props {
  /** API path of the item: `/api/system/mail/…`. */
  readonly path: string
  readonly what: ReactNode
  readonly isSendable: boolean
  /** False: it is on its way, or has arrived. */
  readonly isOver?: boolean
  /** Names of the buttons with the receiver, for a screen reader. */
  readonly labels: { readonly send: string; readonly dismiss: string }
}

export function UnsentItem({ path, what, isSendable, isOver = true, labels }: Props) {
  const act = useAdministrationRequest()
  const buttons = isOver && (
    <>
      {isSendable && (
        <Button
          size="xs"
          loading={act.isPending && act.variables.method === 'POST'}
          onClick={() => act.mutate({ method: 'POST', path: `${path}/send`, body: {} })}
          aria-label={labels.send}
        >
          {say('Send again')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={act.isPending && act.variables.method === 'DELETE'}
        onClick={() => act.mutate({ method: 'DELETE', path })}
        aria-label={labels.dismiss}
      >
        {say('Dismiss')}
      </Button>
    </>
  )
  return (
    <PendingItem
      what={what}
      buttons={buttons}
      error={act.error}
      onProven={() => act.variables && act.mutate(act.variables)}
      onGiveUp={act.reset}
    />
  )
}
