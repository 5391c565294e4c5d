// Invites a person with roles and shows the link once.
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAdministrationRequest, wholeLink } from '../../data/administration/administration.ts'
import { useKnownSession } from '../../data/session.ts'
import { RefusalOrReauthentication } from '../../account/reauthentication/refusal-or-reauthentication.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OneTimeLink } from './one-time-link.tsx'
import type { Roles } from './role-labels.ts'
import { say } from '../../words/say.ts'

export function InviteButton({ roles }: { readonly roles: Roles }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
        {say('Invite somebody')}
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={say('Invite somebody')}>
        {open && <InviteForm roles={roles} />}
      </Dialog>
    </>
  )
}

function InviteForm({ roles }: { readonly roles: Roles }) {
  const { sendsMail } = useKnownSession()
  const [chosen, setChosen] = useState<string[]>([])
  const [email, setEmail] = useState('')
  const act = useAdministrationRequest()
  if (act.data) {
    const isSent = sendsMail && email !== ''
    return (
      <OneTimeLink
        link={wholeLink(act.data)}
        text={
          isSent
            ? say('Send it to {email} if the message doesn’t arrive. It’s shown only once and works once.', {
                email,
              })
            : say('Send it to the person you’re inviting. It’s shown only once and works once.')
        }
      />
    )
  }
  const body = { roles: chosen, ...(email === '' ? {} : { email }) }
  const send = () => act.mutate({ method: 'POST', path: '/api/auth/invitations', body })
  return (
    <Stack gap="md" align="flex-start">
      <Text size="sm">{say('The person who opens the link chooses a name and a password, and gets these roles:')}</Text>
      {act.error && <RefusalOrReauthentication error={act.error} onProven={send} onGiveUp={act.reset} />}
      <Checkbox.Group label={say('Roles')} value={chosen} onChange={setChosen}>
        <Stack gap={8} mt={6}>
          {roles.map(({ role, label }) => (
            <Checkbox key={role} value={role} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      {sendsMail && (
        <TextInput
          label={say('Email address')}
          description={say('We’ll email the link. Leave this empty to send it yourself.')}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value.trim())}
          w="100%"
        />
      )}
      <Button loading={act.isPending} onClick={send}>
        {email === '' ? say('Create link') : say('Send the link')}
      </Button>
    </Stack>
  )
}
