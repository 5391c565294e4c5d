// Saves the list as it stands as a view, for oneself or for a role.
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import type { Screen } from '#shared/model/model.ts'
import { useSaveView } from '../../../data/saved-views.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { RefusalNote } from '../../../shell/refusal-note.tsx'
import type { ListState } from '../list-state.ts'
import { say } from '../../../words/say.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'

interface Props {
  readonly screen: Screen
  readonly state: ListState
  readonly onClose: () => void
}

export function SaveViewDialog({ screen, state, onClose }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const save = useSaveView()
  const [name, setName] = useState('')
  const [role, setRole] = useState('')
  // A role that follows from records is nobody's for good.
  const roles = [...model.roles.values()].filter(
    ({ name: { identifier }, onRecords }) =>
      onRecords.length === 0 && (session.administrator || session.roles.includes(identifier)),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parameters = new URLSearchParams(state.parameters)
    parameters.delete('_saved')
    save.mutate(
      { screen: screen.key, name, query: parameters.toString(), role: role === '' ? null : role },
      {
        onSuccess: ({ id }) => {
          parameters.set('_saved', id)
          state.open(parameters)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog opened onClose={onClose} title={say('Save this view')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {say('Filters, order, columns and groups are kept as they are now.')}
          </Text>
          <TextInput
            data-autofocus
            label={say('Name')}
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={say('For')}
            data={[
              { value: '', label: say('Me only') },
              ...roles.map((each) => ({
                value: each.name.identifier,
                label: say('Everybody with the role {label}', { label: each.name.label }),
              })),
            ]}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value)}
          />
          {save.error && <RefusalNote error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {say('Cancel')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {say('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
