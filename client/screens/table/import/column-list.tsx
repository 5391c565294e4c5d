// Lists the columns of a file: the field of each, how it is read, and its first values before and after.
import { NativeSelect, Text } from '@mantine/core'
import type { Entity } from '#shared/model/model.ts'
import type { ColumnChoice, ImportColumn } from '#shared/protocol/import.ts'
import { say } from '../../../words/say.ts'
import { ColumnFormatChoice } from './column-format-choice.tsx'
import { ColumnSamples } from './column-samples.tsx'
import type { FieldOption } from './field-options.ts'
import { optionsFor } from './field-options.ts'
import { fieldOf } from './import-choices.ts'
import classes from './import-dialog.module.css'

interface Props {
  readonly entity: Entity
  readonly columns: readonly ImportColumn[]
  readonly options: readonly FieldOption[]
  readonly disabled: boolean
  readonly onChange: (position: number, choice: ColumnChoice | null) => void
}

export function ColumnList({ entity, columns, options, disabled, onChange }: Props) {
  return (
    <section aria-label={say('Columns')}>
      <div className={classes['heads']} aria-hidden="true">
        <span>{say('In the file')}</span>
        <span>{say('Field')}</span>
        <span>{say('First values')}</span>
      </div>
      <ul className={classes['columns']}>
        {columns.map((column) => {
          const name = column.heading || say('Column {position}', { position: column.position })
          const field = fieldOf(column)
          const change = (choice: ColumnChoice | null) => onChange(column.position, choice)
          return (
            <li
              key={column.position}
              className={classes['column']}
              data-left={column.leftOut !== undefined || undefined}
            >
              <span className={classes['heading']}>{name}</span>
              <div className={classes['choice']}>
                <NativeSelect
                  size="sm"
                  aria-label={say('Field for {column}', { column: name })}
                  disabled={disabled}
                  value={field}
                  data={[{ value: '', label: say('Not imported') }, ...optionsFor(entity, options, field)]}
                  onChange={({ currentTarget: { value } }) => change(value === '' ? null : { field: value })}
                />
                {field !== '' && column.leftOut !== undefined && (
                  <Text size="xs" c="dimmed">
                    {reasonOf(column)}
                  </Text>
                )}
                <ColumnFormatChoice column={column} name={name} disabled={disabled} onChange={change} />
              </div>
              <ColumnSamples column={column} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function reasonOf({ leftOut, isMatch }: ImportColumn): string {
  if (isMatch) return ''
  switch (leftOut) {
    case 'twice':
      return say('Left out: this field has a column already.')
    case 'set by the system':
      return say('Left out: the application sets it.')
    case 'holds files':
      return say('Left out: a table holds no files.')
    case 'not granted':
      return say('Left out: you may not import it.')
    default:
      return ''
  }
}
