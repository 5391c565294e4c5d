// Shows the sign-in providers and their links with the own account.
import { Button, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { useLinkProvider, useProviders, useUnlinkProvider } from '../data/account/providers.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../ui/skeletons.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { sayWith } from '../words/say-with.tsx'
import { say } from '../words/say.ts'
import classes from './account-card.module.css'
import { ReauthenticationDialog, needsReauthentication } from './reauthentication/reauthentication-dialog.tsx'
import { ProviderProblem } from './sign-in/provider-problem.tsx'

export function Providers() {
  const providers = useProviders()
  const link = useLinkProvider()
  const unlink = useUnlinkProvider()
  return (
    <section aria-labelledby="providers">
      <Title order={2} id="providers" mb="xs">
        {say('Linked accounts')}
      </Title>
      <ProviderProblem />
      {providers.error && <RefusalNote error={providers.error} onRetry={() => void providers.refetch()} />}
      {[link, unlink].map((change, at) => (
        <Fragment key={at === 0 ? 'link' : 'unlink'}>
          {change.error && !needsReauthentication(change.error) && <RefusalNote error={change.error} />}
          <ReauthenticationDialog
            error={change.error}
            onProven={() => change.variables !== undefined && change.mutate(change.variables)}
            onGiveUp={change.reset}
          />
        </Fragment>
      ))}
      {providers.isPending && (
        <Loading>
          <ListSkeleton rows={1} />
        </Loading>
      )}
      <ul className={classes['sessions']}>
        {providers.data?.map(({ name, path, linked_at }) => (
          <li key={path}>
            <div className="wraps">
              <Text size="sm" fw={500}>
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                {linked_at === null
                  ? say('Not linked')
                  : sayWith('Linked {when}', { when: <RelativeTime iso={linked_at} /> })}
              </Text>
            </div>
            {linked_at === null ? (
              <Button
                size="xs"
                variant="default"
                aria-label={say('Link {name}', { name })}
                loading={link.isPending && link.variables === path}
                onClick={() => link.mutate(path)}
              >
                {say('Link')}
              </Button>
            ) : (
              <Button
                size="xs"
                variant="default"
                aria-label={say('Unlink {name}', { name })}
                loading={unlink.isPending && unlink.variables === path}
                onClick={() => unlink.mutate(path)}
              >
                {say('Unlink')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
