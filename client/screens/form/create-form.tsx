// Fills in and creates a record: on a page of its own, or in a drawer over what it is needed for.
import { Button, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, Field, Screen } from '#shared/model/model.ts'
import { currentMoment } from '../../clock.ts'
import { labelOfName } from '../../data/field-label.ts'
import { initialValues } from '../../data/records/initial-inputs.ts'
import { usePermissions, waysOf } from '../../data/records/permissions.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { useCreate } from '../../data/records/record-mutations.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import { sessionActor } from '../../data/session-policy.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { RefusalOrReauthentication } from '../../account/reauthentication/refusal-or-reauthentication.tsx'
import { focusFirstField, markFirstField } from '../../ui/mark-first-field.ts'
import { askedBeside, formWays, withAsked } from './creating-transitions.ts'
import { RestoredNote } from './restored-note.tsx'
import { FormFooter } from './form-footer.tsx'
import { divideFields, FormSections } from './form-sections.tsx'
import { formPartsOf } from './lines/form-lines.ts'
import { sentLines, pickValues } from './lines/sent-lines.ts'
import { inOrder, offeredFields } from './offered-fields.ts'
import { useRecordForm } from './use-record-form.ts'
import { filledValues } from './validate-form.ts'
import { say } from '../../words/say.ts'

interface Props {
  readonly entity: Entity
  /** Names the form for drafts. */
  readonly name: string
  /** The screen's order of fields. */
  readonly fields?: Screen['fields']
  /** Names of the fields that come first, with the required ones, where the screen gives no order. */
  readonly first?: readonly string[] | undefined
  /** Values that the form begins with, beside the defaults. */
  readonly start?: FieldValues | undefined
  /** On the button that creates it. */
  readonly label: string
  /** Heading level of the sections. */
  readonly order: 2 | 3
  readonly className?: string
  /** `more`: another is created next. */
  readonly onCreated: (record: RecordData, more: boolean) => void
  readonly onCancel: () => void
  /** Is another one offered with it? */
  readonly repeats?: boolean
  /** The one before was just created: the keyboard begins anew. */
  readonly isRepeated?: boolean
  readonly children?: ReactNode
}

export function CreateForm({ entity, fields: order, first, start: given, onCreated, onCancel, ...rest }: Props) {
  const { name, label, repeats = false } = rest
  const model = useModel()
  const session = useKnownSession()
  const { creatable } = usePermissions(entity)
  const possible = useMemo(() => waysOf(model, session, entity), [model, session, entity])
  const main = possible[0]?.step
  const joined = useMemo(() => withAsked(entity, main), [entity, main])
  const sections = useMemo(() => {
    const all = creatableFields(joined, creatable)
    const offered = offeredFields(entity, all, possible)
    const shown =
      order === undefined
        ? divideFields(undefined, first ? inOrder(offered, first) : offered, entity)
        : divideFields(order, all, entity)
    const asked = askedBeside(
      joined,
      main,
      shown.flatMap((section) => section.fields),
    )
    return asked.length === 0 ? shown : [...shown, { fields: asked }]
  }, [entity, joined, main, order, creatable, possible, first])
  const fields = useMemo(() => sections.flatMap((section) => section.fields), [sections])
  const [openedAt] = useState(currentMoment)
  const begun = useMemo(
    () => initialValues(model, sessionActor(session), fields, openedAt),
    [model, session, fields, openedAt],
  )
  const start = useMemo(() => ({ ...begun, ...given }), [begun, given])
  const parts = useMemo(
    () => formPartsOf(model, session, entity, undefined, openedAt),
    [model, session, entity, openedAt],
  )
  const form = useRecordForm({ name, entity: joined, fields, start, parts })
  const create = useCreate(entity)
  const ways = formWays(possible, fields)
  const send = (by = ways.main, more = false, confirm?: string) => {
    if (!form.check()) return
    create.mutate(
      {
        values: { ...filledValues(pickValues(form.values, fields), fields, begun), ...sentLines(form) },
        ...(confirm ? { confirm } : {}),
        ...(by ? { by: by.path } : {}),
        more,
      },
      {
        onError: (error) => form.refuse(error),
        onSuccess: ({ data }) => {
          form.done()
          onCreated(data, more)
        },
      },
    )
  }
  const again = (confirm?: string) =>
    send(possible.find(({ step }) => step?.path === create.variables?.by)?.step, create.variables?.more, confirm)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A drawer over a form stands within it, for React.
    event.stopPropagation()
    send()
  }
  return (
    <form
      ref={rest.isRepeated ? focusFirstField : markFirstField}
      onSubmit={submit}
      noValidate
      className={rest.className}
    >
      <Stack gap="lg">
        <RestoredNote form={form} />
        <FormSections sections={sections} form={form} order={rest.order} />
        {create.error && (
          <RefusalOrReauthentication
            error={create.error}
            onProven={() => again()}
            onGiveUp={create.reset}
            shown={form.shown}
            onRetry={() => again()}
            onConfirm={again}
          />
        )}
        <FormFooter>
          <Button type="submit" loading={create.isPending}>
            {ways.main ? labelOfName(ways.main.name) : label}
          </Button>
          {ways.others.map((way) => (
            <Button key={way.path} variant="default" loading={create.isPending} onClick={() => send(way)}>
              {labelOfName(way.name)}
            </Button>
          ))}
          {repeats && (
            <Button variant="default" loading={create.isPending} onClick={() => send(undefined, true)}>
              {say('Save and add another')}
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              form.done()
              onCancel()
            }}
          >
            {say('Cancel')}
          </Button>
          {rest.children}
        </FormFooter>
      </Stack>
    </form>
  )
}

/** Lists the fields that people may set on a new record, in the order of the document. */
export function creatableFields(entity: Entity, creatable: ReadonlySet<string>): readonly Field[] {
  return [...entity.fields.values()].filter((field) => isWrittenByPeople(field) && creatable.has(field.name.identifier))
}
