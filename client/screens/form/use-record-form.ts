// Keeps the state of a form: input, errors and the first wrong field.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RecordValue } from '#shared/expressions/value.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { Citation, Entity, Field } from '#shared/model/model.ts'
import { RequestRefusal } from '../../data/api.ts'
import { choiceFilter } from '../../data/records/choice-filter.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import { sessionActor } from '../../data/session-policy.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { dropDraft, keepDraft, readDraft } from '../../data/drafts.ts'
import { validateForm } from './validate-form.ts'

export interface RecordForm {
  readonly values: FieldValues
  readonly dirty: boolean
  set(field: string, value: unknown): void
  isRequired(field: string): boolean
  /** What stands below the field, if anything. */
  errorAt(field: string): FormError | undefined
  idOf(field: string): string
  /** Which records a relation may be set to, as a filter; undefined: any. */
  choicesOf(field: Field): string | undefined
  /** Shows what is wrong and goes to the first wrong field; true when nothing is. */
  check(): boolean
  /** Takes over the errors of an answer, and goes to the first. */
  refuse(error: unknown): void
  done(): void
}

export interface FormError {
  readonly message: string
  /** The sentence of the document that says so. */
  readonly cites?: Citation
}

interface Options {
  /** Names the form for drafts. */
  readonly name: string
  readonly entity: Entity
  readonly fields: readonly Field[]
  readonly start: FieldValues
  readonly before?: RecordValue
}

export function useRecordForm({ name, entity, fields, start, before }: Options): RecordForm {
  const model = useModel()
  const session = useKnownSession()
  const [values, setValues] = useState<FieldValues>(() => ({ ...start, ...readDraft(name) }))
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [checked, setChecked] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, FormError>>(new Map())
  const [now] = useState(() => new Date().toISOString())
  const wanted = useRef<string | null>(null)

  const validation = useMemo(
    () =>
      validateForm({ model, entity, actor: sessionActor(session), fields, values, now, ...(before ? { before } : {}) }),
    [model, entity, session, fields, values, now, before],
  )
  const dirty = fields.some(
    ({ name: { identifier } }) =>
      JSON.stringify(values[identifier] ?? null) !== JSON.stringify(start[identifier] ?? null),
  )
  useLeaveWarning(dirty)

  const idOf = (field: string) => `${name}-${field}`.replaceAll(/[^\w-]/g, '-')
  const missing = (field: string) => validation.required.has(field) && isEmptyValue(values[field])
  const errorAt = (field: string): FormError | undefined => {
    if (refused.has(field)) return refused.get(field)
    if (missing(field)) return checked ? { message: 'Required.' } : undefined
    // Rules are shown only after their field was edited: nobody is corrected while still typing.
    return checked || touched.has(field) ? validation.errors.get(field) : undefined
  }
  const goTo = (field: string | undefined) => {
    wanted.current = field ?? null
  }
  // After the errors are there, so that a screen reader tells them with the field.
  useEffect(() => {
    if (wanted.current === null) return
    document.getElementById(idOf(wanted.current))?.focus()
    wanted.current = null
  })

  return {
    values,
    dirty,
    set: (field, value) => {
      const next = { ...values, [field]: value }
      setValues(next)
      // Only what was typed: a person who comes back to a newer version of the record undoes nothing of it.
      keepDraft(name, { ...readDraft(name), [field]: value })
      setTouched(new Set([...touched, field]))
      if (refused.has(field)) setRefused(new Map([...refused].filter(([each]) => each !== field)))
    },
    isRequired: (field) => validation.required.has(field),
    errorAt,
    idOf,
    choicesOf: (field) => choiceFilter(entity, field, validation.record),
    check: () => {
      setChecked(true)
      const wrong = fields
        .map((field) => field.name.identifier)
        .find((field) => missing(field) || validation.errors.has(field))
      goTo(wrong)
      return wrong === undefined
    },
    refuse: (error) => {
      const { errors = [], source } = error instanceof RequestRefusal ? error.problem : {}
      setRefused(
        new Map(
          errors.map((each, index) => [
            each.field,
            { message: each.message, ...(source && index === 0 ? { cites: source } : {}) },
          ]),
        ),
      )
      goTo(fields.map((field) => field.name.identifier).find((field) => errors.some((each) => each.field === field)))
    },
    done: () => dropDraft(name),
  }
}

/** The browser asks before it closes a page in which something was typed. */
function useLeaveWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    globalThis.addEventListener('beforeunload', warn)
    return () => globalThis.removeEventListener('beforeunload', warn)
  }, [dirty])
}
