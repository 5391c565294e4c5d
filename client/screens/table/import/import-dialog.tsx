// Imports a table: its file is chosen, tried, and kept once nothing is wrong with it.
import { Button, FileInput, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import type { ImportBody, ImportColumn, ImportError } from '#shared/protocol/import.ts'
import { isKey } from '#shared/model/is-key.ts'
import { useUndo } from '../../../data/administration/changes.ts'
import { isWarning } from '../../../data/api.ts'
import { fieldLabel } from '../../../data/field-label.ts'
import { usePermissions } from '../../../data/records/permissions.ts'
import { RefusalNote } from '../../../shell/refusal-note.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useLateOpen } from '../../../ui/dialog/use-late-open.ts'
import { Loading } from '../../../ui/skeletons.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say, sayCount } from '../../../words/say.ts'
import { ImportReport } from './import-report.tsx'
import { templateAddress } from './template.ts'
import type { ImportAttempt } from './use-import.ts'
import { useImport } from './use-import.ts'

interface Props {
  readonly entity: Entity
  readonly onClose: () => void
}

const UNTRIED: ImportAttempt = { text: '', match: '', confirmed: [] }

export function ImportDialog({ entity, onClose }: Props) {
  const opened = useLateOpen(true)
  const { creatable } = usePermissions(entity)
  const [file, setFile] = useState<File | null>(null)
  const [attempt, setAttempt] = useState(UNTRIED)
  const { answer, error, running, read, check, run } = useImport(entity)
  const change = (next: ImportAttempt) => {
    setAttempt(next)
    return check(next)
  }
  const choose = async (chosen: File | null) => {
    setFile(chosen)
    const text = chosen && (await read(chosen))
    if (text === null || text === undefined) return
    const tried = await change({ ...UNTRIED, text })
    // What the system counts stands only in a table of records that exist.
    const given = tried?.columns.filter(({ leftOut }) => leftOut === 'set by the system') ?? []
    const [key] = keysIn(entity, given)
    if (key) void change({ ...UNTRIED, text, match: key.value })
  }
  const isImporting = running === 'importing'
  const keys = answer ? keysIn(entity, answer.columns) : []
  const warnings = answer ? warningsIn(answer.errors) : []
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={!isImporting}
      withCloseButton={!isImporting}
      title={say('Import {name}', { name: withinSentence(entity.plural) })}
      size="lg"
    >
      {answer?.kept ? (
        <ImportDone answer={answer} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <FileInput
            data-autofocus
            label={say('File')}
            description={say('Excel or comma-separated values. The first line names the columns, as an export does.')}
            placeholder={say('Choose a file')}
            accept=".xlsx,.csv,.tsv,.txt,text/csv"
            value={file}
            onChange={(chosen) => void choose(chosen)}
            disabled={isImporting}
          />
          {file === null && (
            <Text size="sm" c="dimmed">
              <a href={templateAddress(entity, creatable)} download={`${entity.path}.csv`}>
                {say('An empty table with these columns')}
              </a>
            </Text>
          )}
          {keys.length > 0 && (
            <NativeSelect
              label={say('Rows of records that exist')}
              data={[
                { value: '', label: say('Create new records') },
                ...keys.map(({ value, label }) => ({
                  value,
                  label: say('Change them, by {field}', { field: withinSentence(label) }),
                })),
              ]}
              value={attempt.match}
              onChange={(event) => void change({ ...attempt, match: event.currentTarget.value })}
            />
          )}
          {running !== undefined && answer === undefined && (
            <Loading>
              <Text size="sm" c="dimmed">
                {say('Trying the rows …')}
              </Text>
            </Loading>
          )}
          {error !== undefined && <RefusalNote error={error} />}
          {answer && <ImportReport entity={entity} answer={answer} />}
          <Group justify="flex-end">
            {warnings.length > 0 && (
              <Button
                variant="default"
                onClick={() => void change({ ...attempt, confirmed: [...attempt.confirmed, ...warnings] })}
              >
                {say('Ignore the warnings')}
              </Button>
            )}
            <Button variant="default" onClick={onClose} disabled={isImporting}>
              {say('Cancel')}
            </Button>
            <Button
              loading={running !== undefined}
              disabled={answer === undefined || answer.refused > 0 || answer.rows === 0}
              onClick={() => run(attempt)}
            >
              {answer === undefined || answer.refused > 0
                ? say('Import')
                : sayCount(answer.rows, 'Import {count} row', 'Import {count} rows')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

/** Codes of rules that only warn. */
function warningsIn(errors: readonly ImportError[]): readonly string[] {
  return [...new Set(errors.filter(isWarning).map(({ code }) => code))]
}

function sayDone(created: number, updated: number): string {
  if (updated === 0) return say('{count} created.', { count: created })
  return created === 0
    ? say('{count} changed.', { count: updated })
    : say('{created} created, {updated} changed.', { created, updated })
}

/** By what is unique, or by the id, a record that exists is found. */
function keysIn(entity: Entity, columns: readonly ImportColumn[]): readonly { value: string; label: string }[] {
  return columns.flatMap(({ field: name = '' }) => {
    const field = entity.fields.get(name)
    return field && (name === 'id' || isKey(field)) ? [{ value: name, label: fieldLabel(field) }] : []
  })
}

interface DoneProps {
  readonly answer: ImportBody
  readonly onClose: () => void
}

function ImportDone({ answer: { created, updated, changeSet }, onClose }: DoneProps) {
  const undo = useUndo()
  const close = useRef<HTMLButtonElement>(null)
  // What had the keyboard is gone.
  useEffect(() => close.current?.focus(), [undo.isSuccess])
  return (
    <Stack gap="md">
      <Text role="status">{undo.isSuccess ? say('The import is undone.') : sayDone(created, updated)}</Text>
      {undo.error && <RefusalNote error={undo.error} />}
      <Group justify="flex-end">
        {changeSet !== undefined && !undo.isSuccess && (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(changeSet)}>
            {say('Undo')}
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          {say('Close')}
        </Button>
      </Group>
    </Stack>
  )
}
