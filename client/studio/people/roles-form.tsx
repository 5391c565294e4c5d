// Changes the roles of a person.
import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import type { PersonItem } from '#shared/protocol/people.ts'
import type { AdministrationRequest } from '../../data/administration/administration.ts'
import type { Roles } from './role-labels.ts'
import { say } from '../../words/say.ts'

interface Props {
  readonly person: PersonItem
  readonly roles: Roles
  readonly onSave: (act: AdministrationRequest) => void
  readonly isSaving: boolean
}

export function RolesForm({ person, roles, onSave, isSaving }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(person.roles)
  const isSame = chosen.length === person.roles.length && chosen.every((role) => person.roles.includes(role))
  const save = () =>
    onSave({ method: 'PATCH', path: `/api/people/${person.id}`, body: { roles: chosen }, version: person.version })
  return (
    <Stack gap="xs" align="flex-start">
      <Checkbox.Group label={say('Roles')} value={[...chosen]} onChange={setChosen}>
        <Stack gap={8} mt={6}>
          {roles.map(({ role, label }) => (
            <Checkbox key={role} value={role} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      {/* It keeps the focus after it was used. */}
      <Button
        size="xs"
        mt={4}
        {...(isSame ? { 'aria-disabled': true, 'data-disabled': true } : { onClick: save })}
        loading={isSaving && !isSame}
      >
        {say('Save roles')}
      </Button>
    </Stack>
  )
}
