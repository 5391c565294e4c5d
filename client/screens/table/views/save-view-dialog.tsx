// Saves the list as it stands as a view, for oneself or for a role, or gives a saved view another name.
import type { SavedView } from '#shared/protocol/saved-views.ts'
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Screen } from '#shared/model/model.ts'
import { LONGEST_VIEW_NAME } from '#shared/protocol/list.ts'
import { errorOfField } from '../../../account/field-error.ts'
import { useSaveView, useUpdateView } from '../../../data/submission/saved-view-mutations.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { RefusalNote } from '../../../refusals/refusal-note.tsx'
import { say } from '../../../words/say.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useLateOpen } from '../../../ui/dialog/use-late-open.ts'
import { SubmitForm } from '../../../ui/submit-form.tsx'

interface Props {
  readonly screen: Screen
  /** List parameters that the view saves. */
  readonly query: string
  /** The view that gets another name, and nothing else. */
  readonly renamed: SavedView | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSaved: (view: SavedView) => void
}

export function SaveViewDialog({ screen, query, renamed, isOpen, onClose, onSaved }: Props) {
  const create = useSaveView()
  const update = useUpdateView()
  const [name, setName] = useState(renamed?.name ?? '')
  const [role, setRole] = useState('')
  const { error, isPending } = renamed ? update : create
  const wrongName = errorOfField(error, 'name')
  const onSuccess = (view: SavedView) => {
    onClose()
    onSaved(view)
  }
  const save = () => {
    if (renamed) update.mutate({ id: renamed.id, name }, { onSuccess })
    else create.mutate({ screen: screen.key, name, query, role: role === '' ? null : role }, { onSuccess })
  }
  return (
    <Dialog
      opened={useLateOpen(isOpen)}
      onClose={onClose}
      title={renamed ? say('Rename the view') : say('Save this view')}
    >
      <SubmitForm onSubmit={save}>
        <Stack gap="md">
          {!renamed && (
            <Text size="sm" c="dimmed">
              {say('Filters, order, columns and groups are kept as they are now.')}
            </Text>
          )}
          <TextInput
            data-autofocus
            label={say('Name')}
            description={say('At most {most} characters.', { most: LONGEST_VIEW_NAME })}
            required
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              create.reset()
              update.reset()
            }}
            error={wrongName}
          />
          {!renamed && <RoleChoice value={role} onChange={setRole} />}
          {error && wrongName === undefined && <RefusalNote error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {say('Cancel')}
            </Button>
            <Button type="submit" loading={isPending} disabled={name.trim() === ''}>
              {say('Save')}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  )
}

interface RoleProps {
  readonly value: string
  readonly onChange: (role: string) => void
}

function RoleChoice({ value, onChange }: RoleProps) {
  const model = useModel()
  const session = useKnownSession()
  // A role that follows from records is nobody's for good.
  const roles = [...model.roles.values()].filter(
    ({ name: { identifier }, onRecords }) =>
      onRecords.length === 0 && (session.administrator || session.roles.includes(identifier)),
  )
  return (
    <NativeSelect
      label={say('For')}
      data={[
        { value: '', label: say('Me only') },
        ...roles.map((each) => ({
          value: each.name.identifier,
          label: say('Everybody with the role {label}', { label: each.name.label }),
        })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
