// Shows the own passkeys: adding, renaming and removing.
import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { OwnPasskey } from '../data/account/passkeys.ts'
import { useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from '../data/account/passkeys.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../ui/skeletons.tsx'
import { SubmitForm } from '../ui/submit-form.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { sayWith } from '../words/say-with.tsx'
import { say } from '../words/say.ts'
import classes from './account-card.module.css'
import { ReauthenticationDialog, needsReauthentication } from './reauthentication/reauthentication-dialog.tsx'
import { errorOfField } from './field-error.ts'
import { describeClient } from './session-list.tsx'

export function Passkeys() {
  const passkeys = usePasskeys()
  const remove = useRemovePasskey()
  const [renamed, setRenamed] = useState<string>()
  return (
    <section aria-labelledby="passkeys">
      <Title order={2} id="passkeys" mb="xs">
        {say('Passkeys')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {say('Sign in with your finger, your face or the PIN of your device. A passkey can’t be guessed or phished.')}
      </Text>
      {passkeys.error && <RefusalNote error={passkeys.error} onRetry={() => void passkeys.refetch()} />}
      {remove.error && !needsReauthentication(remove.error) && <RefusalNote error={remove.error} />}
      <ReauthenticationDialog
        error={remove.error}
        onProven={() => remove.variables !== undefined && remove.mutate(remove.variables)}
        onGiveUp={remove.reset}
      />
      {passkeys.isPending && (
        <Loading>
          <ListSkeleton rows={1} />
        </Loading>
      )}
      <ul className={classes['sessions']}>
        {passkeys.data?.map((passkey) => (
          <li key={passkey.id} className={classes['long']}>
            {renamed === passkey.id ? (
              <Rename passkey={passkey} onDone={() => setRenamed(undefined)} />
            ) : (
              <>
                <div className="wraps">
                  <Text size="sm" fw={500}>
                    {passkey.name}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {passkey.used_at === null
                      ? sayWith('Not used yet; added {when}', { when: <RelativeTime iso={passkey.created_at} /> })
                      : sayWith('Used {when}', { when: <RelativeTime iso={passkey.used_at} /> })}
                  </Text>
                </div>
                <Group gap="xs" wrap="nowrap">
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={say('Rename {name}', { name: passkey.name })}
                    onClick={() => setRenamed(passkey.id)}
                  >
                    {say('Rename')}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={say('Remove {name}', { name: passkey.name })}
                    loading={remove.isPending && remove.variables === passkey.id}
                    onClick={() => remove.mutate(passkey.id)}
                  >
                    {say('Remove')}
                  </Button>
                </Group>
              </>
            )}
          </li>
        ))}
      </ul>
      <AddPasskey />
    </section>
  )
}

/** `onDone`: it is added. */
export function AddPasskey({ onDone }: { readonly onDone?: () => void }) {
  const add = useAddPasskey()
  const [name, setName] = useState(() => describeClient({ client: navigator.userAgent }))
  const send = () => add.mutate(name, { onSuccess: () => onDone?.() })
  const error = errorOfField(add.error, 'name')
  return (
    <SubmitForm onSubmit={send}>
      {add.error && error === undefined && !needsReauthentication(add.error) && (
        <RefusalNote error={add.error} onRetry={send} />
      )}
      <ReauthenticationDialog error={add.error} onProven={send} onGiveUp={add.reset} />
      <Group align="end" mt="sm" gap="sm">
        <TextInput
          label={say('Name of a new passkey')}
          flex="1 1 12rem"
          maxLength={100}
          required
          withAsterisk={false}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={error}
        />
        <Button type="submit" variant="default" loading={add.isPending}>
          {say('Add a passkey')}
        </Button>
      </Group>
    </SubmitForm>
  )
}

function Rename({ passkey, onDone }: { readonly passkey: OwnPasskey; readonly onDone: () => void }) {
  const rename = useRenamePasskey()
  const [name, setName] = useState(passkey.name)
  const send = () => rename.mutate({ id: passkey.id, name }, { onSuccess: onDone })
  return (
    <SubmitForm onSubmit={send} className={classes['rename']}>
      <Group align="end" gap="xs">
        <TextInput
          label={say('New name of {name}', { name: passkey.name })}
          flex="1 1 16rem"
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errorOfField(rename.error, 'name') ?? rename.error?.message}
        />
        <Button type="submit" variant="default" loading={rename.isPending}>
          {say('Save')}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {say('Cancel')}
        </Button>
      </Group>
    </SubmitForm>
  )
}
