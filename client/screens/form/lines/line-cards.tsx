// Edits lines on a phone: a card for each.
import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { fieldLabel } from '../../../data/field-label.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { fieldView } from '../../../fields/registry.ts'
import type { RecordForm } from '../use-record-form.ts'
import { cellPath, mayWrite, shownValue } from './form-lines.ts'
import type { FormPart } from './form-lines.ts'
import classes from './line-grid.module.css'
import { LineCell } from './line-cell.tsx'
import type { LineProps } from './line-row.tsx'
import { LineTools } from './line-row.tsx'
import type { LineMoves } from './use-line-moves.ts'
import { focusLineCell } from './use-line-moves.ts'

interface Props {
  readonly part: FormPart
  readonly form: RecordForm
  readonly moves: LineMoves
}

export function LineCards({ part, form, moves }: Props) {
  const place = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const wanted = moves.takeWanted()
    if (wanted !== undefined && place.current) focusLineCell(place.current, wanted)
  })
  return (
    <ol ref={place} className={classes['cards']}>
      {form.linesOf(part).map((line, index) => (
        <LineCard key={line.key} part={part} form={form} moves={moves} line={line} index={index} />
      ))}
    </ol>
  )
}

function LineCard({ part, form, moves, line, index }: LineProps) {
  const record = form.lineRecord(part, line.key)
  const error = form.errorAt(cellPath(part.name, line.key))
  const noun = `${part.entity.name.label} ${index + 1}`
  return (
    <li className={classes['card']}>
      <div className={classes['head']}>
        <Text fw={600} size="sm">
          {noun}
        </Text>
        <LineTools part={part} moves={moves} line={line} index={index} count={form.linesOf(part).length} />
      </div>
      <div className={classes['fields']}>
        {part.columns.map((field) => {
          const name = field.name.identifier
          const { long, growing, wide } = fieldView(field.type.kind)
          const isWide = long === true || growing === true || wide === true
          return (
            <div
              key={name}
              className={isWide ? classes['wide'] : ''}
              data-cell={cellPath(part.name, line.key, name)}
              onPaste={(event) => moves.onPaste(event, { index, field: name })}
            >
              {mayWrite(part, line, field) ? (
                <LineCell part={part} form={form} moves={moves} line={line} field={field} label={fieldLabel(field)} />
              ) : (
                <>
                  <div className={classes['label']}>{fieldLabel(field)}</div>
                  <FieldValue value={shownValue(line, record, field)} field={field} compact />
                </>
              )}
            </div>
          )
        })}
      </div>
      {error && (
        <div role="alert" className={classes['wrong']} id={form.idOf(cellPath(part.name, line.key))} tabIndex={-1}>
          {error.message}
        </div>
      )}
    </li>
  )
}
