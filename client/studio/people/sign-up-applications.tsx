// Shows pending sign-ups: approve, hand over a link, or decline.
import { Button, Text } from '@mantine/core'
import type { SignUpApplicationItem } from '#shared/protocol/sign-ups.ts'
import { useAdministrationRequest, wholeLink } from '../../data/administration/administration.ts'
import { useSignUpApplications } from '../../data/administration/pending.ts'
import { Initials } from '../../ui/person-badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PendingItem, PendingList } from './pending-list.tsx'
import { OneTimeLink } from './one-time-link.tsx'
import { sayWith } from '../../words/say-with.tsx'
import { say } from '../../words/say.ts'

export function SignUpApplications() {
  const row = (item: SignUpApplicationItem) => <WaitingRow key={item.id} item={item} />
  return <PendingList title={say('Waiting for approval')} asked={useSignUpApplications()} row={row} />
}

function WaitingRow({ item }: { readonly item: SignUpApplicationItem }) {
  const { id, name, email, askedAt, hasLink, isContested, known } = item
  const act = useAdministrationRequest()
  const path = `/api/auth/sign-ups/${id}`
  const isPending = (wanted: string) => act.isPending && act.variables.path === wanted
  const link = act.data?.path === undefined ? undefined : wholeLink(act.data)
  const note = sayWaiting(item)
  const what = (
    <>
      <Text fw={600} component="span">
        {name}
      </Text>
      <Text size="sm" c="dimmed" className="wraps">
        {email}
      </Text>
      <Text size="sm" c="dimmed">
        {sayWith('Asked {when}', { when: <RelativeTime iso={askedAt} /> })}
      </Text>
      {note !== '' && <Text size="sm">{note}</Text>}
    </>
  )
  const buttons = (
    <>
      {known !== 'account' && !isContested && (
        <Button
          size="xs"
          variant={hasLink ? 'default' : 'filled'}
          loading={isPending(`${path}/let-in`)}
          onClick={() => act.mutate({ method: 'POST', path: `${path}/let-in`, body: {} })}
          aria-label={say('Approve {name}', { name })}
        >
          {say('Approve')}
        </Button>
      )}
      {known !== 'account' && (
        <Button
          size="xs"
          variant="default"
          loading={isPending(`${path}/link`)}
          onClick={() => act.mutate({ method: 'POST', path: `${path}/link`, body: {} })}
          aria-label={say('Make a link for {name}', { name })}
        >
          {say('Make a link')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        color="red"
        loading={isPending(path)}
        onClick={() => act.mutate({ method: 'DELETE', path })}
        aria-label={
          known === 'account' ? say('Dismiss the request of {name}', { name }) : say('Turn away {name}', { name })
        }
      >
        {known === 'account' ? say('Dismiss') : say('Turn away')}
      </Button>
    </>
  )
  const below = link && (
    <OneTimeLink
      link={link}
      text={say('Send it to only {name}, who chooses a password with it. It is shown here once, and works once.', {
        name,
      })}
    />
  )
  return (
    <PendingItem
      picture={<Initials name={name} size="large" />}
      what={what}
      buttons={buttons}
      error={act.error}
      onProven={() => act.variables && act.mutate(act.variables)}
      onGiveUp={act.reset}
      below={below}
    />
  )
}

/** What an administrator ought to know before deciding. */
function sayWaiting({ isContested, known, hasLink }: SignUpApplicationItem): string {
  if (known === 'account')
    return say(
      'This address has an account already. Its owner may have forgotten that: a link for a new password helps.',
    )
  if (isContested)
    return say(
      'Two browsers asked with this address, and only one is the person’s. Give a link to the person that you know.',
    )
  const sentences = [
    ...(known === 'record' ? [say('Is recorded already, and gets the roles of that record.')] : []),
    ...(hasLink
      ? [say('Was sent or given a link with which to finish: nothing has to be done.')]
      : [say('Nobody has checked that the address is this person’s.')]),
  ]
  return sentences.join(' ')
}
