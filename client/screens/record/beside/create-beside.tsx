// Creates a related record in a small form below a list.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { familyOf } from '#shared/fields/registry.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, Field, Transition } from '#shared/model/model.ts'
import { currentMoment, useCurrentTime } from '../../../clock.ts'
import { labelOfName } from '../../../data/field-label.ts'
import { initialValues } from '../../../data/records/initial-inputs.ts'
import { useCreate } from '../../../data/records/record-mutations.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { predictCreate } from '../../../data/records/predict-create.ts'
import { usePermissions, waysOf } from '../../../data/records/permissions.ts'
import { sessionActor } from '../../../data/session-policy.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { fieldView } from '../../../fields/registry.ts'
import { RefusalOrReauthentication } from '../../../account/reauthentication/refusal-or-reauthentication.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { askedBeside, withAsked } from '../../form/creating-transitions.ts'
import { FormFields } from '../../form/form-fields.tsx'
import { filledValues } from '../../form/validate-form.ts'
import { useRecordForm } from '../../form/use-record-form.ts'
import { withinSentence } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'

interface Props {
  readonly related: Entity
  /** The relation that points to the record. */
  readonly field: Field
  readonly record: RecordData
  /** The paragraph of a conversation: shown at once rather than behind a button. */
  readonly main?: Field
}

export function CreateBeside({ related, field, record, main }: Props) {
  const { creatable } = usePermissions(related)
  const [open, setOpen] = useState(main !== undefined)
  const [round, setRound] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  const toggled = useRef(false)
  const toggle = (next: boolean) => {
    toggled.current = true
    setOpen(next)
  }
  // What was clicked is gone: the keyboard goes on in its place.
  useEffect(() => {
    if (toggled.current)
      place.current?.querySelector<HTMLElement>('input:not([type="radio"]), textarea, button')?.focus()
  }, [open])
  // The next form stands where the last one stood: who was writing in that goes on in this.
  const writtenIn = useRef<string>(undefined)
  useLayoutEffect(() => {
    const input = writtenIn.current === undefined ? null : document.getElementById(writtenIn.current)
    writtenIn.current = undefined
    if (input === null) return
    input.focus()
    if (input instanceof HTMLTextAreaElement) input.setSelectionRange(input.value.length, input.value.length)
  }, [round])
  const model = useModel()
  const session = useKnownSession()
  const step = useMemo(() => waysOf(model, session, related)[0]?.step, [model, session, related])
  const joined = useMemo(() => withAsked(related, step), [related, step])
  const fields = useMemo(() => {
    const own = offeredFields(related, field, creatable, main)
    return [...own, ...askedBeside(joined, step, [...own, field])]
  }, [related, joined, step, field, creatable, main])
  const now = useCurrentTime().toISOString()
  const possible = useMemo(
    () => predictCreate(model, sessionActor(session), { entity: related, field, record, now }),
    [model, session, related, field, record, now],
  )
  if (!creatable.has(field.name.identifier) || fields.length === 0 || possible === false) return null
  if (possible !== true) {
    return (
      <Text size="sm" c="dimmed">
        {possible}
      </Text>
    )
  }
  const label = step ? labelOfName(step.name) : say('Add {name}', { name: withinSentence(related.name.label) })
  if (!open) {
    return (
      <div ref={place}>
        <Button variant="default" leftSection={<Icon name="plus" size={15} />} onClick={() => toggle(true)}>
          {label}
        </Button>
      </div>
    )
  }
  return (
    <div ref={place}>
      <CreateForm
        key={round}
        related={joined}
        step={step}
        field={field}
        record={record}
        fields={fields}
        label={label}
        onDone={() => {
          const active = document.activeElement
          if (active?.matches('textarea, input') && place.current?.contains(active)) writtenIn.current = active.id
          setRound(round + 1)
          if (main === undefined) toggle(false)
        }}
        {...(main === undefined ? { onCancel: () => toggle(false) } : {})}
      />
    </div>
  )
}

interface FormProps extends Omit<Props, 'main'> {
  readonly fields: readonly Field[]
  /** The transition that makes it; undefined: it is created plainly. */
  readonly step: Transition | undefined
  readonly label: string
  readonly onDone: () => void
  /** Called when the form is cancelled. Absent where it cannot be put away. */
  readonly onCancel?: () => void
}

function CreateForm({ related, step, field, record, fields, label, onDone, onCancel }: FormProps) {
  const create = useCreate(related)
  const model = useModel()
  const session = useKnownSession()
  const [openedAt] = useState(currentMoment)
  const start = useMemo(
    () => initialValues(model, sessionActor(session), fields, openedAt),
    [model, session, fields, openedAt],
  )
  const form = useRecordForm({ name: `create ${related.path} for ${record.id}`, entity: related, fields, start })
  const send = (confirm?: string) => {
    if (!form.check()) return
    create.mutate(
      {
        values: {
          ...filledValues(form.values, fields, start),
          [field.name.identifier]: field.type.kind === 'relation' && field.type.many ? [record.id] : record.id,
        },
        ...(confirm ? { confirm } : {}),
        ...(step ? { by: step.path } : {}),
      },
      {
        onError: (error) => form.refuse(error),
        onSuccess: () => {
          form.done()
          onDone()
        },
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={label}
      {...(onCancel ? {} : { 'aria-keyshortcuts': 'c', 'data-command': label })}
    >
      <Stack gap="md">
        <FormFields fields={fields} form={form} />
        {create.error && (
          <RefusalOrReauthentication
            error={create.error}
            onProven={() => send()}
            onGiveUp={create.reset}
            shown={fields.map((each) => each.name.identifier)}
            onRetry={() => send()}
            onConfirm={send}
          />
        )}
        <Group>
          <Button type="submit" variant="light" loading={create.isPending}>
            {label}
          </Button>
          {onCancel && (
            <Button
              variant="default"
              onClick={() => {
                form.done()
                onCancel()
              }}
            >
              {say('Cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/**
 * Lists the fields of the small form. A conversation offers only the paragraph and its flags, since the author and
 * the related record are known.
 */
function offeredFields(
  related: Entity,
  field: Field,
  creatable: ReadonlySet<string>,
  main: Field | undefined,
): readonly Field[] {
  const offered = [...related.fields.values()].filter((each) => {
    if (
      each === field ||
      !isWrittenByPeople(each) ||
      !creatable.has(each.name.identifier) ||
      fieldView(each.type.kind).closed
    )
      return false
    return main === undefined || each === main || familyOf(each.type) === 'flag'
  })
  // "Comment" says more above the box than "Body".
  return offered.map((each) => (each === main ? { ...each, name: { ...each.name, label: related.name.label } } : each))
}
