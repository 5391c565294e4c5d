// Shows a line of a form as a row: a cell for each field, its errors, and what can be done with it.
import { ActionIcon } from '@mantine/core'
import { fieldType } from '#shared/fields/registry.ts'
import { fieldLabel } from '../../../data/field-label.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { fieldView } from '../../../fields/registry.ts'
import { CitedRow } from '../../../refusals/cited-row.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { RecordForm } from '../use-record-form.ts'
import type { FormLine, FormPart } from './form-lines.ts'
import { cellPath, mayRemove, mayWrite, shownValue } from './form-lines.ts'
import { LineCell } from './line-cell.tsx'
import { say } from '../../../words/say.ts'
import classes from './line-grid.module.css'
import type { LineMoves } from './use-line-moves.ts'

export interface LineProps {
  readonly part: FormPart
  readonly form: RecordForm
  readonly moves: LineMoves
  readonly line: FormLine
  readonly index: number
}

export function LineRow({ part, form, moves, line, index }: LineProps) {
  const error = form.errorAt(cellPath(part.name, line.key))
  const record = form.lineRecord(part, line.key)
  const written = part.columns.filter((field) => mayWrite(part, line, field))
  const last = written.at(-1)
  return (
    <>
      <tr>
        {part.columns.map((field) => {
          const name = field.name.identifier
          const isWritten = written.includes(field)
          return (
            <td
              key={name}
              className={cellClass(field)}
              data-cell={cellPath(part.name, line.key, name)}
              data-fixed={isWritten ? undefined : true}
            >
              {isWritten ? (
                // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the input within
                <div
                  onKeyDown={(event) => moves.onKeyDown(event, { index, field: name, isLast: field === last })}
                  onPaste={(event) => moves.onPaste(event, { index, field: name })}
                >
                  <LineCell
                    part={part}
                    form={form}
                    moves={moves}
                    line={line}
                    field={field}
                    label={labelOf(field, index)}
                  />
                </div>
              ) : (
                <FieldValue value={shownValue(line, record, field)} field={field} compact />
              )}
            </td>
          )
        })}
        <td className={classes['tools']}>
          <LineTools part={part} moves={moves} line={line} index={index} count={form.linesOf(part).length} />
        </td>
      </tr>
      {error && (
        <tr className={classes['error']}>
          <td colSpan={part.columns.length + 1}>
            <div id={form.idOf(cellPath(part.name, line.key))} tabIndex={-1} role="alert">
              {error.message}
              {error.cites && <CitedRow cite={error.cites} />}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

function cellClass({ type }: FormPart['columns'][number]): string {
  if (!fieldView(type.kind).numeric) return ''
  return [classes['numeric'], ...(fieldType(type.kind).unit ? [classes['counted']] : [])].join(' ')
}

function labelOf(field: FormPart['columns'][number], index: number): string {
  return say('{field}, line {line}', { field: fieldLabel(field), line: index + 1 })
}

interface ToolsProps extends Omit<LineProps, 'form'> {
  readonly count: number
}

export function LineTools({ part, moves, line, index, count }: ToolsProps) {
  const place = index + 1
  return (
    <div className={classes['toolbar']}>
      {part.order && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={say('Move line {line} up', { line: place })}
            disabled={index === 0}
            onClick={() => moves.move(index, -1)}
          >
            <Icon name="up" size={14} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={say('Move line {line} down', { line: place })}
            disabled={index === count - 1}
            onClick={() => moves.move(index, 1)}
          >
            <Icon name="down" size={14} />
          </ActionIcon>
        </>
      )}
      {mayRemove(part, line) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={say('Remove line {line}', { line: place })}
          onClick={() => moves.remove(index)}
        >
          <Icon name="trash" size={15} />
        </ActionIcon>
      )}
    </div>
  )
}
