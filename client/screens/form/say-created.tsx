// Says that a record was created, with a button that opens it where one stays.
import { notifications } from '@mantine/notifications'
import { showOffer } from '../../ui/offer.tsx'
import { say } from '../../words/say.ts'

/** `name`: what it is and which: "Ticket HD-00401". */
export function sayCreated(name: string, onOpen?: () => void): void {
  const text = say('{name} created.', { name })
  if (onOpen) showOffer({ text, button: say('Open'), color: 'green', onClick: onOpen })
  else notifications.show({ color: 'green', message: text })
}
