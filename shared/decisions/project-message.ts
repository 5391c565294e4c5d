// What one person's client may know of a message: an expression over what he can't see is "…", as the message would show it.
import type { Message } from '../model/model.ts'
import { isSeen, type Visible } from './visible.ts'

/** `entity`: of the record at hand, empty where there is none. */
export function projectMessage(message: Message, entity: string, visible: Visible): Message {
  return message.map((part) => (typeof part === 'string' || isSeen(part.tree, entity, visible) ? part : '…'))
}
