// Shows one person of the list with roles and sign-in methods.
import { Badge, Button, Text } from '@mantine/core'
import type { PersonItem } from '#shared/protocol/people.ts'
import { Initials } from '../../ui/person-badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { describeSignInMethods } from './describe-sign-in.ts'
import type { Roles } from './role-labels.ts'
import { labelsOf } from './role-labels.ts'
import { sayLookAlike } from './say-look-alike.ts'
import { sayWith } from '../../words/say-with.tsx'
import { say } from '../../words/say.ts'
import classes from './people.module.css'

interface Props {
  readonly person: PersonItem
  readonly roles: Roles
  readonly isSelf: boolean
  readonly onOpen: () => void
}

export function PersonRow({ person, roles, isSelf, onOpen }: Props) {
  return (
    <li className={classes['row']} data-shut-out={!person.active || undefined}>
      <Initials name={person.name} size="large" />
      <div className={classes['who']}>
        <Text fw={600} component="span">
          {person.name}
          {isSelf && <span className={classes['self']}> ({say('you')})</span>}
        </Text>
        <Text size="sm" c="dimmed" className="wraps">
          {person.email}
        </Text>
        {person.looksLike !== null && <Text size="sm">{sayLookAlike(person.looksLike)}</Text>}
      </div>
      <div className={classes['roles']}>
        {!person.active && (
          <Badge color="red" variant="light" radius="sm" tt="none">
            {say('Deactivated')}
          </Badge>
        )}
        {labelsOf(roles, person.roles).map((label) => (
          <Badge key={label} variant="default" radius="sm" tt="none">
            {label}
          </Badge>
        ))}
        {person.roles.length === 0 && (
          <Text size="sm" c="dimmed">
            {say('No role')}
          </Text>
        )}
      </div>
      <div className={classes['signs']}>
        <Text size="sm">{describeSignInMethods(person)}</Text>
        <Text size="sm" c="dimmed">
          {person.lastSignIn === null
            ? say('Has not signed in yet')
            : sayWith('Signed in {when}', { when: <RelativeTime iso={person.lastSignIn} /> })}
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={onOpen} aria-label={say('Manage {name}', { name: person.name })}>
        {say('Manage')}
      </Button>
    </li>
  )
}
