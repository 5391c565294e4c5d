// Shows pending sign-ups: approve, hand over a link, or decline.
import { Button, Text } from '@mantine/core'
import type { SignUpApplicationItem } from '#shared/protocol/sign-ups.ts'
import { useAdministrationRequest, wholeLink } from '../../data/administration/administration.ts'
import { useSignUpApplications } from '../../data/administration/pending.ts'
import { Initials } from '../../ui/person-badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PendingItem, PendingList } from './pending-list.tsx'
import { OneTimeLink } from './one-time-link.tsx'
import { sayLookAlike } from './say-look-alike.ts'
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
          loading={isPending(`${path}/approve`)}
          onClick={() => act.mutate({ method: 'POST', path: `${path}/approve`, body: {} })}
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
          known === 'account' ? say('Dismiss the request of {name}', { name }) : say('Decline {name}', { name })
        }
      >
        {known === 'account' ? say('Dismiss') : say('Decline')}
      </Button>
    </>
  )
  const below = link && (
    <OneTimeLink
      link={link}
      text={say('Send it only to {name}, so they can choose a password. It’s shown only once and works once.', {
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

/** Describes what an administrator should know before the decision. */
function sayWaiting({ isContested, known, hasLink, looksLike }: SignUpApplicationItem): string {
  if (known === 'account')
    return say('This address already has an account. They may have forgotten: give them a link for a new password.')
  if (isContested)
    return say(
      'Two browsers asked to sign up with this address, and only one belongs to this person. Make a link and give it to the person you know.',
    )
  const sentences = [
    ...(looksLike === null ? [] : [sayLookAlike(looksLike)]),
    ...(known === 'record' ? [say('Already has a record here and will get its roles.')] : []),
    ...(hasLink
      ? [say('Already has a link to finish signing up. No action needed.')]
      : [say('This address hasn’t been verified.')]),
  ]
  return sentences.join(' ')
}
