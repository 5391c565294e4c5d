// Shows the form that creates a record.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, Screen, Transition } from '#shared/model/model.ts'
import { fieldLabel } from '../data/field-label.ts'
import type { RecordData } from '../data/records/record-data.ts'
import type { FieldValues } from '../data/records/record-mutations.ts'
import { onlyStep, usePermissions } from '../data/records/permissions.ts'
import { listScreen, recordPath } from '../data/visible-screens.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { PageHead } from '../page/page-head.tsx'
import { ExplainMissing } from '../refusals/explain/explain-missing.tsx'
import type { AbsentAction } from '../refusals/explain/explain-missing.tsx'
import { ExplainRefusal } from '../refusals/explain/explain-refusal.tsx'
import { creatableFields, CreateForm } from './form/create-form.tsx'
import { divideFields } from './form/form-sections.tsx'
import { formPartsOf } from './form/lines/form-lines.ts'
import { sayCreation } from './form/say-creation.ts'
import { shortName } from '../data/records/short-name.ts'
import { sayCreated } from './form/say-created.tsx'
import { withinSentence } from '../words/language.ts'
import { say } from '../words/say.ts'
import classes from './form-screen.module.css'

export function FormScreen({ screen, entityName }: { readonly screen: Screen; readonly entityName: string }) {
  const entity = useModel().entities.get(entityName)
  return entity ? <EntityForm screen={screen} entity={entity} /> : null
}

function EntityForm({ screen, entity }: { readonly screen: Screen; readonly entity: Entity }) {
  const model = useModel()
  const session = useKnownSession()
  const navigate = useNavigate()
  const { creatable, readable } = usePermissions(entity)
  const copied = copiedValues(useLocation().state)
  const [round, setRound] = useState(0)
  const hasLines = formPartsOf(model, session, entity).length > 0
  const sections = divideFields(screen.fields, creatableFields(entity, creatable), entity)
  if (sections.every(({ fields }) => fields.length === 0)) {
    return (
      <>
        <PageHead title={screen.name} prose={screen.prose} />
        <Text>{say('You may not create {names} here.', { names: withinSentence(entity.plural) })}</Text>
        <ExplainRefusal call={{ method: 'POST', path: `/api/${entity.path}`, body: {} }} />
      </>
    )
  }
  const { identifier } = entity.name
  const list = listScreen(model, session, identifier)?.route ?? '/'
  const created = (record: RecordData, more: boolean) => {
    const path = recordPath(model, session, identifier, record)
    sayCreated(shortName(model, entity, record), more && path ? () => void navigate(path) : undefined)
    if (more) setRound(round + 1)
    else void navigate(path ?? list)
  }
  return (
    <div className={`${classes['page']} ${hasLines ? classes['wide'] : ''}`}>
      <PageHead title={screen.name} prose={screen.prose} />
      <CreateForm
        key={round}
        entity={entity}
        name={`${copied && round === 0 ? 'copy' : 'create'} ${screen.key} ${session.person?.id ?? ''}`}
        fields={screen.fields}
        start={round === 0 ? copied : undefined}
        label={sayCreation(screen.name)}
        order={2}
        className={`card ${classes['form']}`}
        onCreated={created}
        onCancel={() => void navigate(list)}
        repeats
        isRepeated={round > 0}
      >
        <ExplainMissing actions={absentInputs(entity, onlyStep(model, session, entity), readable, creatable)} />
      </CreateForm>
    </div>
  )
}

/** "Duplicate" of a record leads here with its values. */
function copiedValues(state: unknown): FieldValues | undefined {
  return typeof state === 'object' && state !== null ? (state as { readonly copy?: FieldValues }).copy : undefined
}

/** Lists the fields that the reader may read, but not set when a record is created. */
function absentInputs(
  entity: Entity,
  step: Transition | undefined,
  readable: ReadonlySet<string>,
  creatable: ReadonlySet<string>,
): readonly AbsentAction[] {
  const path = step ? `/api/${entity.path}/${step.path}` : `/api/${entity.path}`
  return [...entity.fields.values()].flatMap((field) => {
    const name = field.name.identifier
    if (!isWrittenByPeople(field) || !readable.has(name) || creatable.has(name)) return []
    return [
      {
        what: say('Give {field}', { field: fieldLabel(field) }),
        call: { method: 'POST', path, body: { [name]: null } },
      },
    ]
  })
}
