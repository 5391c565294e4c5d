// Imports a table in steps: its file, its columns, a trial of its rows, and the import.
import { Alert, Anchor, Button, FileInput, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { MouseEvent, RefObject } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isKey } from '#shared/model/is-key.ts'
import type { Entity } from '#shared/model/model.ts'
import type { ColumnChoice, ImportBody, ImportColumn, ImportStatus, KeptRows } from '#shared/protocol/import.ts'
import { fieldLabel } from '../../../data/field-label.ts'
import { usePermissions } from '../../../data/records/permissions.ts'
import { useKnownSession } from '../../../data/session.ts'
import { RefusalNote } from '../../../refusals/refusal-note.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useLateOpen } from '../../../ui/dialog/use-late-open.ts'
import { Loading } from '../../../ui/skeletons.tsx'
import { WorkProgress } from '../../../ui/work-progress.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say, sayCount } from '../../../words/say.ts'
import { ColumnList } from './column-list.tsx'
import { fieldOptions } from './field-options.ts'
import { FileReading } from './file-reading.tsx'
import type { ReadingChoice, ImportChoices } from './import-choices.ts'
import { NO_CHOICES, fieldOf, isMapped } from './import-choices.ts'
import { ImportDone } from './import-done.tsx'
import { ImportTrial } from './import-trial.tsx'
import { rememberColumns, rememberedColumns } from './remembered-columns.ts'
import { templateAddress } from './template.ts'
import { useImport } from './use-import.ts'

interface Props {
  readonly entity: Entity
  readonly onClose: () => void
}

export function ImportDialog({ entity, onClose }: Props) {
  const opened = useLateOpen(true)
  const steps = useImportSteps(entity)
  const { read, outcome, error, running, status, file, isStopped } = steps
  const isImporting = running === 'importing'
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={!isImporting}
      withCloseButton={!isImporting}
      title={say('Import {name}', { name: withinSentence(entity.plural) })}
      size="56rem"
    >
      {outcome?.kept ? (
        <ImportDone outcome={outcome} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <FileInput
            data-autofocus
            label={say('File')}
            description={say('An Excel workbook (.xlsx), comma-separated values (.csv) or JSON lines (.ndjson).')}
            placeholder={say('Choose a file')}
            accept=".xlsx,.csv,.tsv,.txt,.ndjson,.jsonl,text/csv"
            value={file}
            onChange={(chosen) => void steps.choose(chosen)}
            fileInputProps={{ onClick: forgetChosen }}
            disabled={isImporting}
          />
          {file === null && <TemplateLink entity={entity} />}
          {running === 'reading' && read === undefined && <Waiting text={say('Reading the file …')} />}
          {error !== undefined && <RefusalNote error={error} />}
          {isStopped && <Text role="status">{say('Stopped. Nothing was imported.')}</Text>}
          {read && outcome === undefined && <ColumnStep entity={entity} read={read} steps={steps} />}
          {outcome && <ImportTrial entity={entity} outcome={outcome} />}
          {status && (
            <WorkProgress key={status.mode} done={status.tried} total={status.rows} onStop={steps.stop}>
              {sayProgress(status)}
            </WorkProgress>
          )}
          {running === 'checking' && status === undefined && <Waiting text={say('Checking the rows …')} />}
          <StepButtons steps={steps} onClose={onClose} />
        </Stack>
      )}
    </Dialog>
  )
}

function sayProgress({ mode, tried, rows, refused }: ImportStatus): string {
  const far =
    mode === 'check'
      ? say('{tried} of {rows} rows checked', { tried, rows })
      : say('{tried} of {rows} rows imported', { tried, rows })
  return refused > 0 ? `${far}, ${say('{count} refused', { count: refused })}` : far
}

/** A file that was mended is chosen again by the same name. */
function forgetChosen({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  currentTarget.value = ''
}

type Steps = ReturnType<typeof useImportSteps>

function useImportSteps(entity: Entity) {
  const { person } = useKnownSession()
  const [file, setFile] = useState<File | null>(null)
  const [choices, setChoices] = useState<ImportChoices>(NO_CHOICES)
  const server = useImport(entity)
  const owner = { person: person?.id ?? null, entity: entity.name.identifier }

  const read = (chosen: File, next: ImportChoices) => {
    setChoices(next)
    return server.send({ file: chosen, choices: next, mode: 'read' })
  }
  /** Columns are found by their headings, by what was chosen for these before, and by what the system counts. */
  const readAnew = async (chosen: File, choice: ReadingChoice) => {
    const found = await read(chosen, { ...NO_CHOICES, ...choice })
    if (found === undefined) return
    const columns = rememberedColumns(owner, found.columns)
    const next = { ...NO_CHOICES, ...choice, columns, match: keyToMatch(entity, found.columns) }
    if (next.match !== '' || Object.keys(columns).length > 0) await read(chosen, next)
  }
  return {
    ...server,
    file,
    choices,
    choose: async (chosen: File | null) => {
      setFile(chosen)
      setChoices(NO_CHOICES)
      server.forget()
      const kept = chosen && (await server.load(chosen))
      if (!kept) return
      setFile(kept)
      await readAnew(kept, {})
    },
    changeFile: (choice: ReadingChoice) => {
      const { columns: _columns, match: _match, confirmed: _confirmed, ...before } = choices
      if (file) void readAnew(file, { ...before, ...choice })
    },
    changeColumn: (position: number, choice: ColumnChoice | null) => {
      if (file) void read(file, { ...choices, columns: { ...choices.columns, [position]: choice } })
    },
    changeMatch: (match: string) => {
      if (file) void read(file, { ...choices, match })
    },
    check: (confirmed: readonly string[] = []) => {
      const next = { ...choices, confirmed: [...new Set([...choices.confirmed, ...confirmed])] }
      setChoices(next)
      if (file) void server.send({ file, choices: next, mode: 'check' })
    },
    run: async (keep: KeptRows) => {
      const done = file ? await server.send({ file, choices, mode: 'run', keep }) : undefined
      if (done?.kept) rememberColumns(owner, done.columns)
    },
  }
}

/**
 * Returns the key field to match by if the file has a column that the system sets, since only an export of existing
 * records contains one. Returns '' if there is none.
 */
function keyToMatch(entity: Entity, columns: readonly ImportColumn[]): string {
  const given = columns.filter(({ leftOut }) => leftOut === 'set by the system')
  return keysIn(entity, given)[0]?.value ?? ''
}

/** Lists the columns that can find an existing record: those of unique fields, and the id. */
function keysIn(entity: Entity, columns: readonly ImportColumn[]): readonly { value: string; label: string }[] {
  return columns.flatMap((column) => {
    const name = fieldOf(column)
    const field = entity.fields.get(name)
    return field && (name === 'id' || isKey(field)) ? [{ value: name, label: fieldLabel(field) }] : []
  })
}

interface ColumnStepProps {
  readonly entity: Entity
  readonly read: ImportBody
  readonly steps: Steps
}

function ColumnStep({ entity, read: { file, columns, rows }, steps }: ColumnStepProps) {
  const permissions = usePermissions(entity)
  const options = useMemo(() => fieldOptions(entity, permissions), [entity, permissions])
  const disabled = steps.running === 'checking' || steps.running === 'importing'
  const keys = keysIn(entity, columns)
  return (
    <Stack gap="md">
      <FileReading file={file} disabled={disabled} onChange={steps.changeFile} />
      {keys.length > 0 && (
        <NativeSelect
          label={say('Rows of records that exist')}
          disabled={disabled}
          data={[
            { value: '', label: say('Create new records') },
            ...keys.map(({ value, label }) => ({
              value,
              label: say('Change them, by {field}', { field: withinSentence(label) }),
            })),
          ]}
          value={steps.choices.match}
          onChange={(event) => steps.changeMatch(event.currentTarget.value)}
        />
      )}
      <ColumnList
        entity={entity}
        columns={columns}
        options={options}
        disabled={disabled}
        onChange={steps.changeColumn}
      />
      <Text size="sm" role="status">
        {rows === 0 ? say('The table has no rows.') : sayCount(rows, '{count} row', '{count} rows')}
      </Text>
      {rows > 0 && columns.every(({ leftOut }) => leftOut !== undefined) && (
        <Alert color="orange" variant="light" radius="lg">
          {say('No column is imported yet. Choose a field for at least one.')}
        </Alert>
      )}
    </Stack>
  )
}

function StepButtons({ steps, onClose }: { readonly steps: Steps; readonly onClose: () => void }) {
  const { read, outcome, running } = steps
  const next = useRef<HTMLButtonElement>(null)
  // What had the keyboard is gone when the rows were tried.
  useEffect(() => {
    if (running === undefined && document.activeElement === document.body) next.current?.focus()
  }, [running, outcome])
  const isBusy = running === 'checking' || running === 'importing'
  return (
    <Group justify="flex-end">
      {outcome && (
        <Button variant="default" onClick={steps.change} disabled={isBusy}>
          {say('Back to the columns')}
        </Button>
      )}
      <Button variant="default" onClick={onClose} disabled={running === 'importing'}>
        {say('Cancel')}
      </Button>
      {outcome ? (
        <TrialButtons outcome={outcome} steps={steps} next={next} />
      ) : (
        <Button
          ref={next}
          loading={running !== undefined}
          disabled={read === undefined || !isMapped(read)}
          onClick={() => steps.check()}
        >
          {read === undefined || read.rows === 0
            ? say('Check the rows')
            : sayCount(read.rows, 'Check {count} row', 'Check {count} rows')}
        </Button>
      )}
    </Group>
  )
}

interface TrialButtonsProps {
  readonly outcome: ImportBody
  readonly steps: Steps
  /** The button that leads on. */
  readonly next: RefObject<HTMLButtonElement | null>
}

/** All rows, or those that are not refused. */
function TrialButtons({ outcome, steps, next }: TrialButtonsProps) {
  const { rows, refused, errors, stopped } = outcome
  const good = rows - refused
  const warnings = [...new Set(errors.flatMap(({ confirm }) => confirm?.split(', ') ?? []))]
  const isRunning = steps.running !== undefined
  return (
    <>
      {warnings.length > 0 && (
        <Button variant="default" disabled={isRunning} onClick={() => steps.check(warnings)}>
          {say('Ignore the warnings')}
        </Button>
      )}
      {refused === 0 ? (
        <Button ref={next} loading={isRunning} disabled={rows === 0} onClick={() => void steps.run('all')}>
          {sayCount(rows, 'Import {count} row', 'Import {count} rows')}
        </Button>
      ) : (
        <Button
          ref={next}
          loading={isRunning}
          disabled={good === 0 || stopped !== undefined}
          onClick={() => void steps.run('good')}
        >
          {good === 0 ? say('Import') : sayCount(good, 'Import the other row', 'Import the other {count} rows')}
        </Button>
      )}
    </>
  )
}

function TemplateLink({ entity }: { readonly entity: Entity }) {
  const { creatable } = usePermissions(entity)
  return (
    <Text size="sm">
      <Anchor href={templateAddress(entity, creatable)} download={`${entity.path}.csv`}>
        {say('Download a template')}
      </Anchor>
    </Text>
  )
}

function Waiting({ text }: { readonly text: string }) {
  return (
    <Loading>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Loading>
  )
}
