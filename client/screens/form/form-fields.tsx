// Lays out the fields of a form; short ones stand in pairs.
import type { Field } from '#shared/model/model.ts'
import { fieldLabel } from '../../data/field-label.ts'
import { fieldEditor } from '../../fields/edit/field-editor.ts'
import { fieldView } from '../../fields/registry.ts'
import { CitedRow } from '../../refusals/cited-row.tsx'
import classes from './form-fields.module.css'
import type { RecordForm } from './use-record-form.ts'

export function FormFields({ fields, form }: { readonly fields: readonly Field[]; readonly form: RecordForm }) {
  return (
    <div className={classes['fields']}>
      {fields.map((field) => (
        <FormField key={field.name.identifier} field={field} form={form} />
      ))}
    </div>
  )
}

function FormField({ field, form }: { readonly field: Field; readonly form: RecordForm }) {
  const view = fieldView(field.type.kind)
  const { Edit } = fieldEditor(field.type.kind)
  if (!Edit) return null
  const name = field.name.identifier
  const error = form.errorAt(name)
  const wide = view.long === true || view.wide === true
  return (
    <div className={wide ? classes['wide'] : view.tick ? classes['tick'] : ''}>
      <Edit
        id={form.idOf(name)}
        label={fieldLabel(field)}
        description={field.meaning || undefined}
        required={form.isRequired(name)}
        value={form.values[name] ?? null}
        onChange={(value) => form.set(name, value)}
        error={error?.message}
        field={field}
        choices={form.choicesOf(field)}
      />
      {error?.cites && <CitedRow cite={error.cites} />}
    </div>
  )
}
