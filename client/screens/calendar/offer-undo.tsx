// Says what was moved in a calendar, with a button that takes it back.
import { notifications } from '@mantine/notifications'
import { say } from '../../words/say.ts'
import { ButtonMessage } from '../../ui/button-message.tsx'

/** `id`: of this move, among others of the same record. */
export function offerUndo(id: string, text: string, undo: () => void): void {
  notifications.show({
    id,
    autoClose: 10_000,
    color: 'green',
    message: (
      <ButtonMessage
        text={text}
        button={say('Undo')}
        onClick={() => {
          notifications.hide(id)
          undo()
        }}
      />
    ),
  })
}
