// Shows the form that creates a record.
import { Button, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { FormEvent } from 'react'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, Field, Screen, Transition } from '#shared/model/model.ts'
import { fieldLabel, labelFor } from '../data/field-label.ts'
import { useCreate } from '../data/records/record-mutations.ts'
import type { FieldValues } from '../data/records/record-mutations.ts'
import { usePermissions } from '../data/records/permissions.ts'
import { sessionActor } from '../data/session-policy.ts'
import { listScreen, recordPath } from '../data/visible-screens.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { titleOf } from '../data/records/record-title.ts'
import { PageHead } from '../shell/page-head.tsx'
import { RefusalOrReauthentication } from '../account/reauthentication/refusal-or-reauthentication.tsx'
import { ExplainMissing } from '../shell/explain/explain-missing.tsx'
import type { AbsentAction } from '../shell/explain/explain-missing.tsx'
import { ExplainRefusal } from '../shell/explain/explain-refusal.tsx'
import { FormFooter } from './form/form-footer.tsx'
import { partsOf } from './form/lines/form-lines.ts'
import { LineGrid } from './form/lines/line-grid.tsx'
import { sentLines, valuesOf } from './form/lines/sent-lines.ts'
import { FormFields } from './form/form-fields.tsx'
import { defaultsOf, filledValues } from './form/validate-form.ts'
import { useRecordForm } from './form/use-record-form.ts'
import { creatingTransitions } from './form/creating-transitions.ts'
import classes from './form-screen.module.css'

export function FormScreen({ screen, entityName }: { readonly screen: Screen; readonly entityName: string }) {
  const entity = useModel().entities.get(entityName)
  return entity ? <EntityForm screen={screen} entity={entity} /> : null
}

interface Section {
  readonly title?: string
  readonly fields: readonly Field[]
}

function EntityForm({ screen, entity }: { readonly screen: Screen; readonly entity: Entity }) {
  const model = useModel()
  const session = useKnownSession()
  const navigate = useNavigate()
  const { creatable, readable } = usePermissions(entity)
  const sections = useMemo(() => sectionsOf(screen, entity, creatable), [screen, entity, creatable])
  const fields = useMemo(() => sections.flatMap((section) => section.fields), [sections])
  const copied = copiedValues(useLocation().state)
  const start = useMemo(() => ({ ...defaultsOf(fields), ...copied }), [fields, copied])
  const parts = useMemo(() => partsOf(model, session, entity), [model, session, entity])
  const name = `${copied ? 'copy' : 'create'} ${screen.key} ${session.person?.id ?? ''}`
  const form = useRecordForm({ name, entity, fields, start, parts })
  const create = useCreate(entity)
  if (fields.length === 0) {
    return (
      <>
        <PageHead title={screen.name} prose={screen.prose} />
        <Text>You may not create {entity.plural.toLowerCase()} here.</Text>
        <ExplainRefusal call={{ method: 'POST', path: `/api/${entity.path}`, body: {} }} />
      </>
    )
  }
  const ways = creatingTransitions(entity, sessionActor(session), fields)
  const send = (by?: Transition, confirm?: string) => {
    if (!form.check()) return
    create.mutate(
      {
        values: { ...filledValues(valuesOf(form.values, fields)), ...sentLines(form) },
        ...(confirm ? { confirm } : {}),
        ...(by ? { by: by.path } : {}),
      },
      {
        onError: (error) => form.refuse(error),
        onSuccess: ({ data }) => {
          form.done()
          notifications.show({
            message: `${titleOf(model, entity.name.identifier, data)} created.`,
            color: 'green',
          })
          const name = entity.name.identifier
          void navigate(recordPath(model, session, name, data) ?? listScreen(model, session, name)?.route ?? '/')
        },
      },
    )
  }
  const cancel = () => {
    form.done()
    const list = listScreen(model, session, entity.name.identifier)
    void navigate(list?.route ?? '/')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const last = ways.find((way) => way.path === create.variables?.by)
  return (
    <div className={`${classes['page']} ${parts.length > 0 ? classes['wide'] : ''}`}>
      <PageHead title={screen.name} prose={screen.prose} />
      <form onSubmit={submit} noValidate className={`card ${classes['form']}`}>
        <Stack gap="lg">
          {sections.map((section, index) => (
            <section key={section.title ?? index}>
              {section.title && (
                <Title order={2} mb="sm">
                  {section.title}
                </Title>
              )}
              <FormFields fields={section.fields} form={form} />
            </section>
          ))}
          {parts.map((part) => (
            <LineGrid key={part.name} part={part} form={form} />
          ))}
          {create.error && (
            <RefusalOrReauthentication
              error={create.error}
              onProven={() => send(last)}
              onGiveUp={create.reset}
              shown={form.shown}
              onRetry={() => send(last)}
              onConfirm={(code) => send(last, code)}
            />
          )}
          <FormFooter>
            <Button type="submit" loading={create.isPending}>
              {screen.name}
            </Button>
            {ways.map((way) => (
              <Button key={way.path} variant="default" loading={create.isPending} onClick={() => send(way)}>
                {labelFor(way.name)}
              </Button>
            ))}
            <Button variant="subtle" color="gray" onClick={cancel}>
              Cancel
            </Button>
            <ExplainMissing actions={absentInputs(entity, readable, creatable)} />
          </FormFooter>
        </Stack>
      </form>
    </div>
  )
}

/** "Duplicate" of a record leads here with its values. */
function copiedValues(state: unknown): FieldValues | undefined {
  return typeof state === 'object' && state !== null ? (state as { readonly copy?: FieldValues }).copy : undefined
}

/** What the reader knows of a record, and may not give when it is created. */
function absentInputs(
  entity: Entity,
  readable: ReadonlySet<string>,
  creatable: ReadonlySet<string>,
): readonly AbsentAction[] {
  const path = `/api/${entity.path}`
  return [...entity.fields.values()].flatMap((field) => {
    const name = field.name.identifier
    if (!isWrittenByPeople(field) || !readable.has(name) || creatable.has(name)) return []
    return [{ what: `Give ${fieldLabel(field)}`, call: { method: 'POST', path, body: { [name]: null } } }]
  })
}

function sectionsOf(screen: Screen, entity: Entity, creatable: ReadonlySet<string>): readonly Section[] {
  const may = (name: string): readonly Field[] => {
    const field = entity.fields.get(name)
    return field && isWrittenByPeople(field) && creatable.has(name) ? [field] : []
  }
  const sections = screen.fields ?? [{ fields: [...entity.fields.keys()] }]
  return sections
    .map(({ title, fields }) => ({ ...(title ? { title } : {}), fields: fields.flatMap(may) }))
    .filter((section) => section.fields.length > 0)
}
