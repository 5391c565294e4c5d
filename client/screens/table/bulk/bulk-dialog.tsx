// Does one thing to many records: asks for what it needs, shows progress, and lists what was refused.
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Entity, Field, Transition, TransitionInput } from '#shared/model/model.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { fieldLabel, labelOfName } from '../../../data/field-label.ts'
import { useModel } from '../../../data/spec.ts'
import { choiceFilter, inputChoiceFilter } from '../../../data/records/choice-filter.ts'
import { choiceOfMany } from '../../../data/records/choice-of-many.ts'
import { quoteFilterText } from '../../../data/records/filter-conditions.ts'
import { readableBy, usePermissions } from '../../../data/records/permissions.ts'
import { useList } from '../../../data/records/record-queries.ts'
import { useKnownSession } from '../../../data/session.ts'
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { CALLS_PER_PART } from '../../../data/records/run-batch.ts'
import { fieldEditor } from '../../../fields/edit/field-editor.ts'
import { fieldView } from '../../../fields/registry.ts'
import { RefusalNote } from '../../../refusals/refusal-note.tsx'
import { inputsFrom } from '../../record/offered-transitions.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { BulkResult } from './bulk-result.tsx'
import type { Targets } from './fetch-targets.ts'
import { IDS_IN_FILTER, MOST_TARGETS } from './fetch-targets.ts'
import { wrongValues } from './wrong-values.ts'
import { useBulkRun } from './use-bulk-run.ts'
import { withinSentence } from '../../../words/language.ts'
import { say, sayNumber } from '../../../words/say.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useTypedChoice } from '../../../fields/edit/typed-choice.tsx'
import { markFirstField } from '../../../ui/mark-first-field.ts'
import { SubmitForm } from '../../../ui/submit-form.tsx'

export type BulkAction =
  | { readonly kind: 'change' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'transition'; readonly transition: Transition }

interface Props {
  readonly entity: Entity
  readonly action: BulkAction
  readonly targets: Targets
  readonly number: number
  /** Those of them that are loaded. */
  readonly sample: readonly RecordData[]
  /** `left`: the records that stay selected; absent: nothing was done. */
  readonly onClose: (left?: readonly string[]) => void
}

export function BulkDialog({ entity, action, targets, number, sample, onClose }: Props) {
  const model = useModel()
  const { updatable } = usePermissions(entity)
  const [name, setName] = useState<string | null>(null)
  const [values, setValues] = useState<{ readonly [name: string]: unknown }>({})
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map())
  const run = useBulkRun(entity, targets)
  const submitButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (run.error !== undefined) submitButton.current?.focus()
  }, [run.error])
  const fields = [...entity.fields.values()].filter(
    (field) => updatable.has(field.name.identifier) && !fieldView(field.type.kind).closed,
  )
  const asks = asksOf(entity, action, sample, fields, name)
  const choicesOf = useChoices(entity, action, sample, asks, values)
  const counted = (count: number): string =>
    `${sayNumber(count)} ${withinSentence(count === 1 ? entity.name.label : entity.plural)}`
  const records = counted(number)
  const doneTitle = (count: number): string =>
    count === 0 ? say('Nothing changed') : doneTitleFor(action, counted(count), run.isUndone)
  const labelOf = (field: string): string => {
    const found = asks.find((ask) => ask.name.identifier === field) ?? entity.fields.get(field)
    return found ? fieldLabel(found) : labelOfName(field)
  }
  const [search, setSearch] = useState('')
  const found = fields.find((field) => fieldLabel(field).toLowerCase().includes(search.toLowerCase()))
  const isTyped = search !== '' && (name === null || search !== labelOf(name))
  const typedChoice = useTypedChoice({ isTyped, search, first: found?.name.identifier, choose: setName })
  const submit = () => {
    const found = wrongValues(model, asks, values, action.kind)
    setWrong(found)
    if (found.size > 0) {
      goTo(found)
      return
    }
    const typeOf = (asked: string) => asks.find((ask) => ask.name.identifier === asked)?.type
    const given = Object.fromEntries(
      Object.entries(values).filter(([asked, value]) => !isEmptyValue(value, typeOf(asked))),
    )
    if (action.kind === 'delete') run.start({ kind: 'delete' })
    else if (action.kind === 'transition')
      run.start({ kind: 'transition', path: action.transition.path, values: given })
    else if (name !== null) run.start({ kind: 'change', field: name, value: values[name] ?? null })
  }
  const isReady = action.kind !== 'change' || name !== null
  return (
    <Dialog
      opened
      onClose={() => onClose(run.outcome && run.leftIds)}
      closeOnClickOutside={!run.isRunning}
      closeOnEscape={!run.isRunning}
      withCloseButton={!run.isRunning}
      title={run.outcome ? doneTitle(run.outcome.done.length) : titleFor(action, records)}
      size="lg"
    >
      {run.outcome ? (
        <BulkResult run={run} labelOf={labelOf} onClose={() => onClose(run.leftIds)} />
      ) : (
        <SubmitForm ref={markFirstField} onSubmit={submit} noValidate>
          <Stack gap="md">
            {action.kind === 'change' && (
              <Select
                label={say('Field')}
                data={fields.map((field) => ({ value: field.name.identifier, label: fieldLabel(field) }))}
                value={name}
                onChange={setName}
                searchable={fields.length > 8}
                searchValue={search}
                onSearchChange={setSearch}
                {...typedChoice}
              />
            )}
            {asks.map((ask) => (
              <AskedValue
                key={ask.name.identifier}
                ask={ask}
                value={values[ask.name.identifier]}
                onChange={(value) => {
                  setValues({ ...values, [ask.name.identifier]: value })
                  setWrong(new Map([...wrong].filter(([name]) => name !== ask.name.identifier)))
                }}
                error={wrong.get(ask.name.identifier)}
                choices={choicesOf(ask)}
              />
            ))}
            {action.kind === 'delete' && (
              <Text>
                {entity.deleted.kind === 'for good'
                  ? say('They can’t be restored.')
                  : say('They will move to the trash.')}
              </Text>
            )}
            <ManyNote number={number} records={withinSentence(entity.plural)} />
            {run.isRunning && <BulkProgress settled={run.settled} total={run.total} />}
            {run.error !== undefined && <RefusalNote error={run.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => onClose()} disabled={run.isRunning}>
                {say('Cancel')}
              </Button>
              <Button
                ref={submitButton}
                type="submit"
                loading={run.isRunning}
                disabled={!isReady}
                {...(action.kind === 'delete' ? { color: 'red.8' } : {})}
              >
                {titleFor(action, records)}
              </Button>
            </Group>
          </Stack>
        </SubmitForm>
      )}
    </Dialog>
  )
}

function ManyNote({ number, records }: { readonly number: number; readonly records: string }) {
  if (number <= CALLS_PER_PART) return null
  const done = Math.min(number, MOST_TARGETS)
  return (
    <Text size="sm" c="dimmed">
      {number > MOST_TARGETS &&
        `${say('Only the first {most} {records} can be processed at once.', { most: MOST_TARGETS, records })} `}
      {say('This runs in {parts} parts of up to {most}. You can undo each part separately.', {
        parts: Math.ceil(done / CALLS_PER_PART),
        most: CALLS_PER_PART,
      })}
    </Text>
  )
}

/** Gives the filter of what may be chosen for all of the records, which are read whole for it: as for one of them. */
function useChoices(
  entity: Entity,
  action: BulkAction,
  sample: readonly RecordData[],
  asks: readonly (Field | TransitionInput)[],
  values: { readonly [name: string]: unknown },
): (ask: Field | TransitionInput) => string | undefined {
  const [model, session] = [useModel(), useKnownSession()]
  const first = sample.slice(0, IDS_IN_FILTER)
  const filter = `id in [${first.map(({ id }) => quoteFilterText(id)).join(', ')}]`
  const isAsked = first.length > 0 && asks.some(({ type }) => type.kind === 'relation')
  const whole = useList(entity, { filter, limit: IDS_IN_FILTER }, isAsked)
  const records = (whole.data?.items ?? first).map((record) => collapseRecord(record))
  const inputs = asks as readonly TransitionInput[]
  return (ask) =>
    choiceOfMany(records, (record) =>
      action.kind === 'transition'
        ? inputChoiceFilter(entity, inputs, ask, record, values, readableBy(model, session))
        : choiceFilter(entity, ask as Field, record, readableBy(model, session)),
    )
}

interface AskedProps {
  readonly ask: Field | TransitionInput
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error: string | undefined
  readonly choices: string | undefined
}

function AskedValue({ ask, value, onChange, error, choices }: AskedProps) {
  const { Edit } = fieldEditor(ask.type.kind)
  if (!Edit) return null
  const isRequired = ask.required === true
  return (
    <Edit
      id={idOf(ask.name.identifier)}
      label={fieldLabel(ask)}
      required={isRequired}
      value={value ?? null}
      onChange={onChange}
      choices={choices}
      error={error}
      field={ask}
    />
  )
}

function idOf(name: string): string {
  return `bulk-${name}`
}

/** Once the error is there, so that a screen reader reads it with the field. */
function goTo(wrong: ReadonlyMap<string, string>): void {
  const [first = ''] = wrong.keys()
  requestAnimationFrame(() => document.getElementById(idOf(first))?.focus())
}

function asksOf(
  entity: Entity,
  action: BulkAction,
  sample: readonly RecordData[],
  fields: readonly Field[],
  name: string | null,
): readonly (Field | TransitionInput)[] {
  if (action.kind === 'change') return fields.filter((field) => field.name.identifier === name)
  if (action.kind === 'delete') return []
  const asked = sample.flatMap((record) => inputsFrom(entity, action.transition, record))
  return [...new Map(asked.map((ask) => [ask.name.identifier, ask])).values()]
}

function titleFor(action: BulkAction, records: string): string {
  if (action.kind === 'transition')
    return say('{transition} {records}', { transition: labelOfName(action.transition.name), records })
  return action.kind === 'delete' ? say('Delete {records}', { records }) : say('Change {records}', { records })
}

function doneTitleFor(action: BulkAction, records: string, isUndone: boolean): string {
  if (isUndone) return say('Undone: {records}', { records })
  if (action.kind === 'transition')
    return say('{transition}: {records}', { transition: labelOfName(action.transition.name), records })
  return action.kind === 'delete' ? say('{records} deleted', { records }) : say('{records} changed', { records })
}
