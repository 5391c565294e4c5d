// Hides the parts of a message that read fields hidden from the actor.
import type { MessageTemplate } from '../model/model.ts'
import { readsOnlyVisible, type VisibleFields } from './visible-fields.ts'

/** `entity`: of the record at hand, empty where there is none. */
export function projectMessage(message: MessageTemplate, entity: string, visible: VisibleFields): MessageTemplate {
  return message.map((part) => (typeof part === 'string' || readsOnlyVisible(part.tree, entity, visible) ? part : '…'))
}
