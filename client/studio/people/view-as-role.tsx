// Views the application with a role.
import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { viewAs } from '../../data/administration/administration.ts'
import type { Roles } from './role-labels.ts'
import { say } from '../../words/say.ts'

export function ViewAsRole({ roles }: { readonly roles: Roles }) {
  const choices = roles.filter(({ role }) => role !== 'Administrator')
  if (choices.length === 0) return null
  const start = (role: string) =>
    viewAs({ roles: [role] }).catch((error: Error) => notifications.show({ message: error.message, color: 'red' }))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default">{say('View as a role')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ role, label }) => (
          <Menu.Item key={role} onClick={() => void start(role)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
