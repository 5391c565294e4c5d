// Shows the button that makes a secret address of a calendar, and the address, for calendar programs.
import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useCreateCalendarAddress } from '../../data/account/calendars.ts'
import { RefusalOrReauthentication } from '../../account/reauthentication/refusal-or-reauthentication.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { say } from '../../words/say.ts'
import classes from './calendar.module.css'

export function SubscribeButton({ name }: { readonly name: string }) {
  const { pathname } = useLocation()
  const create = useCreateCalendarAddress()
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    create.reset()
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {say('Subscribe')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={say('Subscribe to {name}', { name })}>
        <Stack gap="md">
          <Text size="sm">
            {say(
              'Calendar programs show these events under an address of your own. They see what you may see, and change nothing. Anybody who has the address can read them, so keep it to yourself.',
            )}
          </Text>
          {create.error && (
            <RefusalOrReauthentication
              error={create.error}
              onProven={() => create.mutate(pathname)}
              onGiveUp={create.reset}
            />
          )}
          {create.data === undefined ? (
            <Group>
              <Button data-autofocus loading={create.isPending} onClick={() => create.mutate(pathname)}>
                {say('Create address')}
              </Button>
              <Button variant="default" onClick={close}>
                {say('Cancel')}
              </Button>
            </Group>
          ) : (
            <Address address={create.data} onDone={close} />
          )}
        </Stack>
      </Dialog>
    </>
  )
}

function Address({ address, onDone }: { readonly address: string; readonly onDone: () => void }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <>
      <Code block className={classes['address']}>
        {address}
      </Code>
      <Text ref={note} tabIndex={-1} size="sm" role="status">
        {say('Copy the address now: it is not shown again. Under Your account you can revoke it at any time.')}
      </Text>
      <Group>
        <CopyButton value={address}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? say('Copied') : say('Copy')}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          {say('Done')}
        </Button>
      </Group>
    </>
  )
}
