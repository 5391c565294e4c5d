// What one person's client may know of a message: an expression over what he can't see is "…", as the message would show it.
import { readsOf } from '../expressions/reads.ts'
import type { Message } from '../model/model.ts'

/** `visible`: fields by entity; `entity`: of the record at hand, empty where there is none. */
export function projectMessage(
  message: Message,
  entity: string,
  visible: ReadonlyMap<string, { has(field: string): boolean }>,
): Message {
  const sees = (of: string, field: string): boolean => visible.get(of)?.has(field) === true
  return message.map((part) => {
    if (typeof part === 'string') return part
    const { own, others, me } = readsOf(part.tree)
    const isSeen =
      own.every((field) => sees(entity, field)) &&
      others.every(({ entity: of, field = 'id' }) => sees(of, field)) &&
      me.every((field) => sees('Person', field))
    return isSeen ? part : '…'
  })
}
