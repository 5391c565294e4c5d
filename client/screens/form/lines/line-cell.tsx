// Edits a field of a line.
import { useState } from 'react'
import type { Field } from '#shared/model/model.ts'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import { useKnownRecords } from './known-records.ts'
import type { EditProps } from '../../../fields/field-view.ts'
import { fieldEditor } from '../../../fields/edit/field-editor.ts'
import { useReading } from '../../../fields/use-reading.ts'
import type { RecordForm } from '../use-record-form.ts'
import type { FormLine, FormPart } from './form-lines.ts'
import { cellPath } from './form-lines.ts'
import { readPasted } from './read-paste.ts'
import { UnreadCell } from './unread-cell.tsx'
import type { LineMoves } from './use-line-moves.ts'

interface Props {
  readonly part: FormPart
  readonly form: RecordForm
  readonly moves: LineMoves
  readonly line: FormLine
  readonly field: Field
  readonly label: string
}

export function LineCell({ part, form, moves, line, field, label }: Props) {
  const name = field.name.identifier
  const path = cellPath(part.name, line.key, name)
  const { Edit, showsText } = fieldEditor(field.type.kind)
  const reading = useReading()
  const known = useKnownRecords()
  const [isMended, setMended] = useState(false)
  if (!Edit) return null
  const value = line.values[name] ?? null
  const props: EditProps = {
    id: form.idOf(path),
    label,
    required: form.isRequired(path),
    value,
    onChange: (next) => moves.set(line, name, next),
    error: form.errorAt(path)?.message,
    field,
    choices: form.choicesOf(field, { entity: part.entity, values: line.values }),
    compact: true,
  }
  if (!isMended && (showsText || !(value instanceof UnreadText))) return <Edit key={moves.turn} {...props} />
  return (
    <UnreadCell
      {...props}
      onEnter={() => setMended(true)}
      onLeave={(text) => {
        setMended(false)
        moves.set(line, name, readPasted(field, text, { reading, known }))
      }}
    />
  )
}
