// Edits the permitted fields of a record and resolves conflicts.
import { ActionIcon, Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMemo, useState } from 'react'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, Field, Screen } from '#shared/model/model.ts'
import { RequestRefusal } from '../../data/api.ts'
import { etagOf, newerVersion, useUpdate } from '../../data/records/record-mutations.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { fieldView } from '../../fields/registry.ts'
import {
  ReauthenticationDialog,
  needsReauthentication,
} from '../../account/reauthentication/reauthentication-dialog.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { SideDialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { markFirstField } from '../../ui/mark-first-field.ts'
import { SubmitForm } from '../../ui/submit-form.tsx'
import { FormFooter } from '../form/form-footer.tsx'
import { RestoredNote } from '../form/restored-note.tsx'
import type { FormPart } from '../form/lines/form-lines.ts'
import { formPartsOf } from '../form/lines/form-lines.ts'
import { sentLines, pickValues } from '../form/lines/sent-lines.ts'
import { WithLines } from '../form/lines/with-lines.tsx'
import type { FormSection } from '../form/form-sections.tsx'
import { divideFields, FormSections } from '../form/form-sections.tsx'
import { changedValues } from '../form/validate-form.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { withinSentence } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import footer from '../form/form-footer.module.css'
import { clashingChanges } from './clashing-changes.ts'
import { EditConflict } from './edit-conflict.tsx'

interface Props {
  readonly entity: Entity
  readonly record: RecordData
  readonly etag: string | null
  /** The screen's order of fields. */
  readonly fields?: Screen['fields']
  /** One that is not changed here. */
  readonly without?: Field
  /** `isSmall` shows an icon that names its record, for a row of a list. */
  readonly isSmall?: boolean
}

export function EditButton({ entity, record, etag, fields, without, isSmall = false }: Props) {
  const model = useModel()
  const [open, setOpen] = useState(false)
  const session = useKnownSession()
  const editable = editableFields(entity, record, fields).filter((field) => field !== without)
  const hasLines =
    record._may?.update !== undefined && formPartsOf(model, session, entity, { record, lines: new Map() }).length > 0
  if (editable.length === 0) return null
  const show = () => setOpen(true)
  return (
    <>
      {isSmall ? (
        <ActionIcon
          aria-label={say('Edit {title}', { title: titleOf(model, entity.name.identifier, record) })}
          onClick={show}
        >
          <Icon name="edit" size={15} />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          leftSection={<Icon name="edit" size={15} />}
          onClick={show}
          aria-keyshortcuts="e"
          data-command={say('Edit')}
        >
          {say('Edit')}
        </Button>
      )}
      <SideDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={say('Edit {name}', { name: withinSentence(entity.name.label) })}
        size={hasLines ? 'min(70rem, 100%)' : 'lg'}
      >
        <WithLines entity={entity} record={record} parts={hasLines}>
          {(parts, there) => (
            <EditForm
              entity={entity}
              record={record}
              etag={etag}
              fields={editable}
              sections={sectionsIn(fields, editable, entity)}
              parts={parts}
              there={there}
              onDone={() => setOpen(false)}
            />
          )}
        </WithLines>
      </SideDialog>
    </>
  )
}

interface FormProps {
  readonly entity: Entity
  readonly record: RecordData
  readonly etag: string | null
  readonly fields: readonly Field[]
  readonly sections: readonly FormSection[]
  /** Lines of the form with their current values. */
  readonly parts: readonly FormPart[]
  /** Ids of the lines that exist now, by the name of the lines. */
  readonly there: ReadonlyMap<string, readonly string[]>
  readonly onDone: () => void
}

function EditForm({ entity, record, etag, fields, sections, parts: latest, there, onDone }: FormProps) {
  const model = useModel()
  // As with the record, the lines that were opened are those that are edited.
  const [parts] = useState(latest)
  // The version that was opened is the one that is edited, even when a newer one arrives meanwhile.
  const [opened] = useState(record)
  const [seen, setSeen] = useState(etag)
  const before = useMemo(() => collapseRecord(opened), [opened])
  const form = useRecordForm({
    name: `edit ${record.id}`,
    entity,
    fields,
    start: before,
    before,
    parts,
  })
  const update = useUpdate(entity, record.id)
  /** Names of the fields that others changed too, and that stay as they made them. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const changes = { ...changedValues(before, pickValues(form.values, fields), entity), ...sentLines(form, there) }

  const finish = () => {
    form.done()
    onDone()
  }
  const newer = newerVersion(update.error)
  const commonWith = (current: RecordData) => clashingChanges(before, changes, collapseRecord(current), entity)
  const common = newer ? commonWith(newer) : []
  const send = (confirm?: string) => {
    const values = Object.fromEntries(
      Object.entries(changes).filter(([name]) => !(common.includes(name) && left.has(name))),
    )
    if (Object.keys(values).length === 0) {
      finish()
      return
    }
    if (!form.check()) return
    // What was chosen between is saved over the version that was chosen from.
    const match = newer ? etagOf(newer) : seen
    setSeen(match)
    update.mutate(
      {
        values,
        etag: match,
        followsOn: (current) => commonWith(current).length === 0,
        ...(confirm ? { confirm } : {}),
      },
      {
        onError: (error) => form.refuse(error),
        onSuccess: ({ data, isFollowed }) => {
          const title = titleOf(model, entity.name.identifier, data)
          notifications.show({
            message: isFollowed
              ? say('{title} is changed. Others changed it too meanwhile; their changes are kept.', { title })
              : say('{title} is changed.', { title }),
            color: 'green',
          })
          finish()
        },
      },
    )
  }
  return (
    <SubmitForm ref={markFirstField} onSubmit={send} noValidate className={footer['drawer'] ?? ''}>
      <Stack gap="lg">
        <RestoredNote form={form} />
        <FormSections sections={sections} form={form} order={3} atOnce={FIRST_FIELDS} />
        {newer && (
          <EditConflict
            entity={entity}
            common={common}
            mine={changes}
            told={update.error instanceof RequestRefusal ? update.error.problem.remedy : undefined}
            theirs={newer}
            left={left}
            onChange={setLeft}
          />
        )}
        {/* Another address of a person opens the account: that is asked for. */}
        <ReauthenticationDialog error={update.error} onProven={() => send()} onGiveUp={update.reset} />
        {update.error && !newer && !needsReauthentication(update.error) && (
          <RefusalNote error={update.error} shown={form.shown} onRetry={() => send()} onConfirm={send} />
        )}
        <FormFooter>
          <Button type="submit" loading={update.isPending}>
            {say('Save')}
          </Button>
          <Button variant="default" onClick={finish}>
            {say('Cancel')}
          </Button>
        </FormFooter>
      </Stack>
    </SubmitForm>
  )
}

/** Number of fields that are rendered first when the dialog opens, because people read these first. */
const FIRST_FIELDS = 2

/** Divides the fields into the sections of the screen. Fields that are in none come last. */
function sectionsIn(order: Screen['fields'], fields: readonly Field[], entity: Entity): readonly FormSection[] {
  const divided = divideFields(order, fields, entity)
  const rest = fields.filter((field) => !divided.some((section) => section.fields.includes(field)))
  return rest.length === 0 ? divided : [...divided, { fields: rest }]
}

/** Lists the fields that the person may change: first in the screen's order, then the rest. */
function editableFields(entity: Entity, record: RecordData, sections: Screen['fields']): readonly Field[] {
  const may = record._may?.update ?? {}
  const order = sections?.flatMap((section) => section.fields) ?? []
  const names = [...new Set([...order, ...entity.fields.keys()])]
  return names.flatMap((name) => {
    const field = entity.fields.get(name)
    return field && isWrittenByPeople(field) && may[name] === true && !fieldView(field.type.kind).closed ? [field] : []
  })
}
