// Creates an API token and shows it once.
import { Alert, Button, Checkbox, Code, CopyButton, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { currentTime } from '../../clock.ts'
import { useCreateToken } from '../../data/account/tokens.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { Icon } from '../../ui/icon.tsx'
import { SubmitForm } from '../../ui/submit-form.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say } from '../../words/say.ts'
import classes from '../account-card.module.css'
import { ReauthenticationDialog, needsReauthentication } from '../reauthentication/reauthentication-dialog.tsx'
import { errorOfField } from '../field-error.ts'

const LASTS = [
  { value: '7', label: say('A week') },
  { value: '30', label: say('30 days') },
  { value: '90', label: say('90 days') },
  { value: '365', label: say('A year') },
]
const DAY = 24 * 60 * 60 * 1000
const ADMINISTRATOR = 'Administrator'

export function NewTokenForm({ onDone }: { readonly onDone: () => void }) {
  const create = useCreateToken()
  const model = useModel()
  const { roles, administrator } = useKnownSession()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [days, setDays] = useState('90')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  if (create.data !== undefined) return <ShowToken token={create.data} onDone={onDone} />
  const send = () =>
    create.mutate({
      name,
      roles: chosen.filter((role) => role !== ADMINISTRATOR),
      administrator: chosen.includes(ADMINISTRATOR),
      expires_at: new Date(currentTime().getTime() + Number(days) * DAY).toISOString(),
    })
  const options = [
    ...roles.map((role) => ({ value: role, label: model.roles.get(role)?.name.label ?? role })),
    ...(administrator ? [{ value: ADMINISTRATOR, label: say('Administrator: full read and write access') }] : []),
  ]
  const shown = ['name', 'roles', 'administrator', 'expires_at']
  const isShown = shown.some((field) => errorOfField(create.error, field) !== undefined)
  return (
    <SubmitForm onSubmit={send} aria-label={say('New token')}>
      <Stack gap="md">
        {create.error && !isShown && !needsReauthentication(create.error) && (
          <RefusalNote error={create.error} onRetry={send} />
        )}
        <ReauthenticationDialog error={create.error} onProven={send} onGiveUp={create.reset} />
        <TextInput
          ref={first}
          label={say('Name')}
          description={say('What it is for.')}
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errorOfField(create.error, 'name')}
        />
        {options.length > 0 && (
          <Checkbox.Group
            label={say('What it may do')}
            description={say('Choose which of your roles it gets. With none, it can do what any signed-in person can.')}
            value={chosen}
            onChange={setChosen}
            error={errorOfField(create.error, 'roles') ?? errorOfField(create.error, 'administrator')}
          >
            <Stack gap="xs" mt="xs">
              {options.map((option) => (
                <Checkbox key={option.value} value={option.value} label={option.label} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Select
          label={say('Valid for')}
          data={LASTS}
          value={days}
          allowDeselect={false}
          onChange={(value) => setDays(value ?? '90')}
          error={errorOfField(create.error, 'expires_at')}
        />
        <Group>
          <Button type="submit" loading={create.isPending}>
            {say('Create token')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {say('Cancel')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  )
}

function ShowToken({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <Stack gap="md">
      <Alert ref={note} tabIndex={-1} role="status" variant="light" radius="lg" icon={<Icon name="check" />}>
        <Text size="sm" fw={500}>
          {say('Copy your token now: it is not shown again.')}
        </Text>
        <Text size="sm" mt={4}>
          {say('It stops working when you change your password or second factor.')}
        </Text>
      </Alert>
      <Code block className={classes['secret']}>
        {token}
      </Code>
      <Group>
        <CopyButton value={token}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? say('Copied') : say('Copy')}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          {say('Done')}
        </Button>
      </Group>
    </Stack>
  )
}
