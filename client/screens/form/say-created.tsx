// Says that a record was created, with a button that opens it where one stays.
import { notifications } from '@mantine/notifications'
import { ButtonMessage } from '../../ui/button-message.tsx'
import { say } from '../../words/say.ts'

/** `name`: what it is and which: "Ticket HD-00401". */
export function sayCreated(name: string, onOpen?: () => void): void {
  const text = say('{name} created.', { name })
  const id = `created ${name}`
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
