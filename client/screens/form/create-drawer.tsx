// Creates a record in a drawer, over the form or the list that needs it.
import { useState } from 'react'
import { isHeading } from '#shared/fields/registry.ts'
import type { Entity } from '#shared/model/model.ts'
import type { CreateRelatedProps } from '../../fields/create-related.ts'
import { usePermissions } from '../../data/records/permissions.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { formScreen } from '../../data/visible-screens.ts'
import { creatableFields, CreateForm } from './create-form.tsx'
import { withinSentence } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import footer from './form-footer.module.css'
import { formPartsOf } from './lines/form-lines.ts'
import { shortName } from '../../data/records/short-name.ts'
import { sayCreated } from './say-created.tsx'
import { SideDialog } from '../../ui/dialog/dialog.tsx'

interface Props extends CreateRelatedProps {
  /** Values of the record that are known already. */
  readonly start?: FieldValues
  /** Names of the fields that the place shows from which the drawer was opened. */
  readonly first?: readonly string[] | undefined
}

/**
 * Creates a record in a drawer, with the labels and the order of the entity's own form screen, where the document has
 * one.
 */
export function CreateDrawer({ entity, called, start: given, first, onCreated, onClose }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const { creatable } = usePermissions(entity)
  const { identifier, label } = entity.name
  const screen = formScreen(model, session, identifier)
  const [start] = useState(() => ({ ...startCalled(entity, creatable, called), ...given }))
  const title = say('New {name}', { name: withinSentence(label) })
  return (
    <SideDialog
      opened
      onClose={onClose}
      // For React it stands within what it was opened from: that has keys of its own.
      onKeyDown={(event) => event.stopPropagation()}
      title={title}
      size={formPartsOf(model, session, entity).length > 0 ? 'min(70rem, 100%)' : 'lg'}
    >
      <CreateForm
        entity={entity}
        name={`create ${entity.path} in a drawer`}
        {...(screen?.fields ? { fields: screen.fields } : {})}
        first={first}
        start={start}
        label={say('Create {name}', { name: withinSentence(label) })}
        order={3}
        className={footer['drawer'] ?? ''}
        onCreated={(record) => {
          sayCreated(shortName(model, entity, record))
          onCreated(record)
        }}
        onCancel={onClose}
      />
    </SideDialog>
  )
}

/** Puts the text that was searched for into the first field that names a record. */
function startCalled(entity: Entity, creatable: ReadonlySet<string>, called: string) {
  const field = creatableFields(entity, creatable).find(({ type }) => isHeading(type.kind))
  return called === '' || field === undefined ? {} : { [field.name.identifier]: called }
}
