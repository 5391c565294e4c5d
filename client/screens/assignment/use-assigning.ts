// Assigns a record of a list to the person by a key, and says so.
import { notifications } from '@mantine/notifications'
import type { Entity } from '#shared/model/model.ts'
import { RequestRefusal } from '../../data/api.ts'
import { fieldLabel } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { useSelfAssignment } from '../../data/self-assignment.ts'
import { useModel } from '../../data/spec.ts'
import { withinSentence } from '../../words/language.ts'
import { say } from '../../words/say.ts'

/** Undefined: there is nothing that people take on. */
export function useAssigning(entity: Entity): ((record: RecordData) => void) | undefined {
  const model = useModel()
  const own = useSelfAssignment(entity)
  if (own === undefined) return undefined
  const field = withinSentence(fieldLabel(own.field))
  return (record) => {
    const name = titleOf(model, entity.name.identifier, record)
    if (own.isMine(record)) {
      notifications.show({ message: say('You are already the {field} of {name}.', { field, name }) })
      return
    }
    own.assign(record).then(
      () => notifications.show({ message: say('You are now the {field} of {name}.', { field, name }) }),
      (error: unknown) =>
        notifications.show({
          message: error instanceof RequestRefusal ? error.problem.detail : String(error),
          color: 'red',
        }),
    )
  }
}
