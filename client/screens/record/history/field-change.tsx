// Shows what a field was and what it became.
import { useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import { fieldLabel } from '../../../data/field-label.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import { fieldView } from '../../../fields/registry.ts'
import { loadPart } from '../../../ui/load-page.tsx'
import { say } from '../../../words/say.ts'
import classes from './history.module.css'

const TextDifference = loadPart(async () => (await import('./text-difference.tsx')).TextDifference)

/** Moments are said exactly: how far away one was when it was changed, nobody knows later. */
export function FieldChange({
  entity,
  name,
  change,
}: {
  readonly entity: Entity
  readonly name: string
  readonly change: readonly [unknown, unknown]
}) {
  const field = entity.fields.get(name)
  if (!field) return null
  if (fieldView(field.type.kind).long) return <LongChange label={fieldLabel(field)} change={change} />
  return (
    <li>
      {fieldLabel(field)}: <FieldValue value={change[0]} field={field} compact exact />
      <span aria-hidden="true"> → </span>
      <span className="unseen"> {say('became')} </span>
      <FieldValue value={change[1]} field={field} compact exact />
    </li>
  )
}

/** Paragraphs are named; what changed in them is shown when it is opened. */
function LongChange({
  label,
  change: [before, after],
}: {
  readonly label: string
  readonly change: readonly unknown[]
}) {
  const [open, setOpen] = useState(false)
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  if (text(before) === '' && text(after) === '') return <li>{say('{label} changed', { label })}</li>
  return (
    <li>
      <button type="button" className={classes['open']} aria-expanded={open} onClick={() => setOpen(!open)}>
        {say('{label} changed', { label })}
      </button>
      {open && <TextDifference before={text(before)} after={text(after)} />}
    </li>
  )
}
