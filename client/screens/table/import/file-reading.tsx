// Shows how the file of an import was read (sheet, headings, encoding, separator), and lets one change it.
import { Alert, NativeSelect, Text } from '@mantine/core'
import type { EncodingName, ImportedFile, TableSeparator } from '#shared/protocol/import.ts'
import { ENCODING_NAMES, TABLE_SEPARATORS } from '#shared/protocol/import.ts'
import { say, sayCount } from '../../../words/say.ts'
import { encodingLabel } from './encoding-label.ts'
import type { ReadingChoice } from './import-choices.ts'
import classes from './import-dialog.module.css'

interface Props {
  readonly file: ImportedFile
  readonly disabled: boolean
  readonly onChange: (choice: ReadingChoice) => void
}

export function FileReading({ file, disabled, onChange }: Props) {
  const { sheet, sheets = [], encoding, separator, headingLine, firstLines } = file
  if (file.format === 'ndjson') return null
  return (
    <>
      <div className={classes['reading']}>
        {sheets.length > 1 && (
          <NativeSelect
            label={say('Sheet')}
            disabled={disabled}
            value={sheet ?? ''}
            data={sheets.map(({ name, isHidden }) => ({
              value: name,
              label: isHidden ? say('{name} (hidden)', { name }) : name,
            }))}
            onChange={(event) => onChange({ sheet: event.currentTarget.value })}
          />
        )}
        <NativeSelect
          label={say('Headings')}
          disabled={disabled}
          value={String(headingLine)}
          data={firstLines.map(({ line, cells }) => ({ value: String(line), label: sayLine(line, cells) }))}
          onChange={(event) => onChange({ headings: Number(event.currentTarget.value) })}
        />
        {encoding && (
          <NativeSelect
            label={say('Encoding')}
            disabled={disabled}
            value={encoding.name}
            data={ENCODING_NAMES.map((value) => ({ value, label: encodingLabel(value) }))}
            onChange={(event) => onChange({ encoding: event.currentTarget.value as EncodingName })}
          />
        )}
        {separator && (
          <NativeSelect
            label={say('Separator')}
            disabled={disabled}
            value={separator}
            data={TABLE_SEPARATORS.map((value) => ({ value, label: SEPARATORS[value] }))}
            onChange={(event) => onChange({ separator: event.currentTarget.value as TableSeparator })}
          />
        )}
      </div>
      {encoding?.misfits && <Misfits {...encoding} misfits={encoding.misfits} />}
    </>
  )
}

const SEPARATORS: { readonly [name in TableSeparator]: string } = {
  comma: say('Comma'),
  semicolon: say('Semicolon'),
  tab: say('Tab'),
}

const MOST_SHOWN = 3

function Misfits({
  name,
  misfits,
}: {
  readonly name: EncodingName
  readonly misfits: readonly { line: number; byte: string }[]
}) {
  const shown = misfits.slice(0, MOST_SHOWN)
  return (
    <Alert color="orange" variant="light" radius="lg">
      <Text size="sm">
        {sayCount(
          misfits.length,
          '{count} byte does not fit {encoding}. Choose another encoding, or fix these rows in the file.',
          '{count} bytes do not fit {encoding}. Choose another encoding, or fix these rows in the file.',
          { encoding: encodingLabel(name) },
        )}{' '}
        {shown.map(({ line, byte }) => say('Line {line}: byte {byte}.', { line: String(line), byte })).join(' ')}
      </Text>
    </Alert>
  )
}

function sayLine(line: number, cells: readonly string[]): string {
  const shown = cells.filter((cell) => cell.trim() !== '').slice(0, 6)
  const label = say('Line {line}: {cells}', { line: String(line), cells: shown.join(' · ') })
  return label.length > 90 ? `${label.slice(0, 89)}…` : label
}
