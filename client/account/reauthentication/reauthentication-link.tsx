// Completes a re-authentication by link with a click, as mail programs open links.
import { Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useReauthenticate } from '../../data/account/reauthentication.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { useLinkSecret } from '../link-secret.ts'
import { say } from '../../words/say.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'

export function ReauthenticationLink() {
  const secret = useLinkSecret('link')
  const [isOpen, setOpen] = useState(secret !== null)
  const prove = useReauthenticate()
  if (secret === null) return null
  const close = () => setOpen(false)
  const send = () =>
    prove.mutate(
      { link: secret },
      {
        onSuccess: () => {
          close()
          notifications.show({ message: say('Thank you. We won’t ask again for an hour.'), color: 'green' })
        },
      },
    )
  return (
    <Dialog opened={isOpen} onClose={close} title={say('Confirm it’s you')} centered>
      <Stack gap="md">
        {prove.error ? (
          <RefusalNote error={prove.error} />
        ) : (
          <Text size="sm">{say('Your link is ready. Continue to confirm it’s you.')}</Text>
        )}
        <Button onClick={send} loading={prove.isPending} data-autofocus fullWidth>
          {say('Confirm')}
        </Button>
      </Stack>
    </Dialog>
  )
}
