// Asks for the inputs of a transition and submits it.
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useId, useState } from 'react'
import { codeOf, wordFieldError } from '#shared/decisions/refusals.ts'
import type { Entity, TransitionInput, Transition } from '#shared/model/model.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { currentMoment } from '../../clock.ts'
import { RequestRefusal } from '../../data/api.ts'
import { fieldLabel, labelOfName } from '../../data/field-label.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import { useTransition } from '../../data/records/record-mutations.ts'
import { shortName } from '../../data/records/short-name.ts'
import { checkInputs } from '../../data/records/check-inputs.ts'
import { inputChoiceFilter } from '../../data/records/choice-filter.ts'
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { initialInputs } from '../../data/records/initial-inputs.ts'
import { readableBy } from '../../data/records/permissions.ts'
import { sessionActor } from '../../data/session-policy.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { fieldEditor } from '../../fields/edit/field-editor.ts'
import { RefusalOrReauthentication } from '../../account/reauthentication/refusal-or-reauthentication.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { markFirstField } from '../../ui/mark-first-field.ts'
import { SubmitForm } from '../../ui/submit-form.tsx'
import { dropDraft, keepDraft, readDraft } from '../../data/drafts.ts'
import { say } from '../../words/say.ts'

interface Props {
  readonly entity: Entity
  readonly record: RecordData
  readonly transition: Transition
  readonly asks: readonly TransitionInput[]
  /** The state, where it ends the record otherwise than its work does: that is asked first. */
  readonly end?: string | undefined
  readonly onClose: () => void
}

export function TransitionDialog({ entity, record, transition, asks, end, onClose }: Props) {
  const draft = `${transition.path} ${record.id}`
  const form = useId()
  const model = useModel()
  const session = useKnownSession()
  const actor = sessionActor(session)
  const [now] = useState(currentMoment)
  const [values, setValues] = useState<FieldValues>(
    () => readDraft(draft) ?? initialInputs(model, actor, asks, record, now),
  )
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const act = useTransition(entity, record.id)
  const idOf = (name: string) => `${form}-${name}`

  useEffect(() => {
    const first = asks.find((ask) => errors.has(ask.name.identifier))
    if (first) document.getElementById(`${form}-${first.name.identifier}`)?.focus()
  }, [errors, asks, form])

  const set = (name: string, value: unknown) => {
    const next = { ...values, [name]: value }
    setValues(next)
    keepDraft(draft, next)
    setErrors(new Map([...errors].filter(([field]) => field !== name)))
  }
  // What was emptied by hand stays empty, whatever its default.
  const isSent = (name: string) => asks.some((ask) => ask.name.identifier === name && ask.default !== undefined)
  const typeOf = (name: string) => asks.find((ask) => ask.name.identifier === name)?.type
  const given = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isEmptyValue(value, typeOf(name)) || isSent(name)),
  )
  const checked = checkInputs(model, actor, asks, { record, values: given, now })
  const send = (confirm?: string) => {
    if (checked.errors.length > 0) {
      setErrors(
        new Map(
          checked.errors.map((error) => [
            error.field,
            codeOf(error) === 'required' && !model.errors.has('required')
              ? say('Required.')
              : wordFieldError(model, error).message,
          ]),
        ),
      )
      return
    }
    act.mutate(
      { path: transition.path, values: checked.input, ...(confirm ? { confirm } : {}) },
      {
        onError: (error) =>
          setErrors(
            new Map(
              error instanceof RequestRefusal ? error.problem.errors.map((each) => [each.field, each.message]) : [],
            ),
          ),
        onSuccess: () => {
          dropDraft(draft)
          notifications.show({
            message: `${shortName(model, entity, record)}: ${labelOfName(transition.name)}`,
            color: 'green',
          })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog opened onClose={onClose} title={labelOfName(transition.name)} size="lg">
      <SubmitForm ref={markFirstField} onSubmit={send} noValidate>
        <Stack gap="md">
          {end !== undefined && (
            <Text>
              {say('{title} will be “{state}”. This can’t be undone.', {
                title: titleOf(model, entity.name.identifier, record),
                state: end,
              })}
            </Text>
          )}
          {asks.map((ask) => {
            const { Edit } = fieldEditor(ask.type.kind)
            const name = ask.name.identifier
            return (
              Edit && (
                <div key={name}>
                  <Edit
                    id={idOf(name)}
                    label={fieldLabel(ask)}
                    description={ask.meaning}
                    required={checked.required.has(name)}
                    choices={inputChoiceFilter(
                      entity,
                      asks,
                      ask,
                      collapseRecord(record),
                      values,
                      readableBy(model, session),
                    )}
                    value={values[name] ?? null}
                    onChange={(value) => set(name, value)}
                    error={errors.get(name)}
                    field={ask}
                  />
                </div>
              )
            )
          })}
          {act.error && (
            <RefusalOrReauthentication
              error={act.error}
              onProven={() => send()}
              onGiveUp={act.reset}
              shown={asks.map((ask) => ask.name.identifier)}
              onRetry={() => send()}
              onConfirm={send}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {end === undefined ? say('Cancel') : say('Go back')}
            </Button>
            <Button type="submit" loading={act.isPending} {...(end === undefined ? {} : { color: 'red' })}>
              {labelOfName(transition.name)}
            </Button>
          </Group>
        </Stack>
      </SubmitForm>
    </Dialog>
  )
}
