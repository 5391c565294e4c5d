// Says that a record was created, with a button that opens it where one stays.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { say } from '../../words/say.ts'

export function sayCreated(title: string, onOpen?: () => void): void {
  const text = say('{title} created.', { title })
  const id = `created ${title}`
  const open = () => {
    notifications.hide(id)
    onOpen?.()
  }
  notifications.show({
    id,
    color: 'green',
    message: onOpen ? (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" flex={1} miw={0} lineClamp={3} className="wraps">
          {text}
        </Text>
        <Button size="compact-sm" flex="none" variant="light" onClick={open}>
          {say('Open')}
        </Button>
      </Group>
    ) : (
      text
    ),
  })
}
