// Says that a record was created, with a button that opens it where one stays.
import { notifications } from '@mantine/notifications'
import { ButtonMessage } from '../../ui/button-message.tsx'
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
    message: onOpen ? <ButtonMessage text={text} button={say('Open')} onClick={open} /> : text,
  })
}
