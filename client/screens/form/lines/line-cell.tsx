// Edits a field of a line.
import type { Field } from '#shared/model/model.ts'
import { fieldEditor } from '../../../fields/edit/field-editor.ts'
import type { RecordForm } from '../use-record-form.ts'
import type { FormLine, FormPart } from './form-lines.ts'
import { cellPath } from './form-lines.ts'
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
  const error = form.errorAt(path)
  const { Edit } = fieldEditor(field.type.kind)
  if (!Edit) return null
  return (
    <Edit
      id={form.idOf(path)}
      label={label}
      required={form.isRequired(path)}
      value={line.values[name] ?? null}
      onChange={(value) => moves.set(line, name, value)}
      error={error?.message}
      field={field}
      choices={form.choicesOf(field, { entity: part.entity, values: line.values })}
      compact
    />
  )
}
