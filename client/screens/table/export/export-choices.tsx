// Chooses the format and the columns of an export, and shows how far it is.
import { Button, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { usePermissions } from '../../../data/records/permissions.ts'
import { useSessionPolicy } from '../../../data/session-policy.ts'
import { useModel } from '../../../data/spec.ts'
import { sayBytes } from '../../../words/say-bytes.ts'
import { RefusalNote } from '../../../refusals/refusal-note.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say, sayCount } from '../../../words/say.ts'
import type { ExportProps } from './export-button.tsx'
import { exportedFields } from './exported-fields.ts'
import { exportsInPart } from './exports-in-part.ts'
import { saveExport } from './save-export.ts'
import type { ExportFormat, RunningExport } from './use-export.ts'
import { zoneOfMoments } from './zone-of-moments.ts'

interface Props extends ExportProps {
  readonly run: RunningExport
}

export function ExportChoices({ entity, query, columns, count, run }: Props) {
  const first = useRef<HTMLSelectElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { exportable } = usePermissions(entity)
  const policy = useSessionPolicy().entity(entity.name.identifier)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [which, setWhich] = useState('shown')
  const shown = columns.flatMap(({ path }) => (path.length === 1 && exportable.has(path[0] ?? '') ? path : []))
  const left = columns.filter(({ path }) => !shown.includes(path.join('.')))
  const all = exportedFields(entity, exportable)
  const isShown = which === 'shown' && shown.length > 0
  const fields = isShown ? shown : all
  const { timeZone } = useModel().settings
  const ofReader = Intl.DateTimeFormat().resolvedOptions().timeZone
  // The lines for programs have them in UTC, and say so.
  const zone = format === 'ndjson' ? undefined : zoneOfMoments(entity, fields, { ofApplication: timeZone, ofReader })
  const isRunning = run.bytes !== undefined
  const start = () => run.start(saveExport, format, { ...query, fields: fields.join(',') })
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {count === undefined
          ? say('All {name}, sorted as shown', { name: withinSentence(entity.plural) })
          : sayCount(count, '{count} row', '{count} rows, sorted as shown')}
      </Text>
      <NativeSelect
        ref={first}
        label={say('Format')}
        data={[
          { value: 'xlsx', label: say('Excel (.xlsx)') },
          { value: 'csv', label: say('Comma-separated values (.csv)') },
          { value: 'ndjson', label: say('JSON lines (.ndjson)') },
        ]}
        value={format}
        onChange={(event) => setFormat(event.currentTarget.value as ExportFormat)}
      />
      {shown.length > 0 && (
        <Radio.Group label={say('Columns')} value={which} onChange={setWhich}>
          <Stack gap="xs" mt={4}>
            <Radio value="shown" label={say('Visible columns ({count})', { count: shown.length })} />
            <Radio value="all" label={say('All fields ({count})', { count: all.length })} />
          </Stack>
        </Radio.Group>
      )}
      {isShown && left.length > 0 && (
        <Text size="sm" c="dimmed">
          {say('Not exported: {names}.', { names: left.map(({ label }) => label).join(', ') })}
        </Text>
      )}
      {exportsInPart(policy) && (
        <Text size="sm" c="dimmed">
          {say('The file has only what you may export of these.')}
        </Text>
      )}
      {zone !== undefined && (
        <Text size="sm" c="dimmed">
          {say('Times are those of {zone}.', { zone })}
        </Text>
      )}
      {run.error !== undefined && <RefusalNote error={run.error} />}
      {isRunning && (
        <Text size="sm" role="status" className="numbers">
          {say('Exporting … {size}', { size: sayBytes(run.bytes ?? 0) })}
        </Text>
      )}
      {/* One button, so that the keyboard stays on it. */}
      <Button variant={isRunning ? 'default' : 'filled'} onClick={isRunning ? run.stop : start}>
        {isRunning ? say('Cancel') : say('Export')}
      </Button>
    </Stack>
  )
}
