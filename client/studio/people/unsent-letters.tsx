// Letters that could not be sent: tried again by themselves for two days, or at once by hand. Nothing is shown where all left.
import { Button, Text } from '@mantine/core'
import type { LetterItem } from '#shared/protocol/letters.ts'
import { useAct } from '../../data/administration/administration.ts'
import { useUnsentLetters } from '../../data/administration/waiting.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Decision, Decisions } from './decisions.tsx'

export function UnsentLetters() {
  const row = (item: LetterItem) => <LetterRow key={item.id} item={item} />
  return <Decisions title="Letters that did not leave" asked={useUnsentLetters()} row={row} />
}

function LetterRow({ item }: { readonly item: LetterItem }) {
  const { id, to, subject, madeAt, isSendable } = item
  const act = useAct()
  const path = `/api/system/letters/${id}`
  const what = (
    <>
      <Text fw={600} component="span" className="wraps">
        {subject}
      </Text>
      <Text size="sm" c="dimmed" className="wraps">
        To {to}, <RelativeTime iso={madeAt} />
      </Text>
      <Text size="sm">
        <WhatNext item={item} />
      </Text>
    </>
  )
  const buttons = (
    <>
      {isSendable && (
        <Button
          size="xs"
          loading={act.isPending && act.variables.method === 'POST'}
          onClick={() => act.mutate({ method: 'POST', path: `${path}/send`, body: {} })}
          aria-label={`Send again to ${to}`}
        >
          Send again
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={act.isPending && act.variables.method === 'DELETE'}
        onClick={() => act.mutate({ method: 'DELETE', path })}
        aria-label={`Dismiss the letter to ${to}`}
      >
        Dismiss
      </Button>
    </>
  )
  return (
    <Decision
      what={what}
      buttons={buttons}
      error={act.error}
      onProven={() => act.variables && act.mutate(act.variables)}
      onGiveUp={act.reset}
    />
  )
}

function WhatNext({ item: { tries, problem, nextTryAt, isSendable } }: { readonly item: LetterItem }) {
  const tried = `Tried ${tries === 1 ? 'once' : `${tries} times`}${problem === null ? '' : ` (${problem})`}. `
  if (!isSendable) return <>{tried}Its link is too old: whoever needs it has to ask anew.</>
  if (nextTryAt === null) return <>{tried}It is not tried again by itself.</>
  return (
    <>
      {tried}Next try <RelativeTime iso={nextTryAt} />.
    </>
  )
}
