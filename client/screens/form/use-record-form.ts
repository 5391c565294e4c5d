// Keeps the state of a form: input, lines, errors and the first wrong field.
import { labelFor } from '#shared/text/label.ts'
import { currentMoment } from '../../clock.ts'
import { requiredMessage } from '../../data/required-message.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RecordValue } from '#shared/expressions/value.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { Citation, Entity, Field } from '#shared/model/model.ts'
import { RequestRefusal } from '../../data/api.ts'
import { choiceFilter } from '../../data/records/choice-filter.ts'
import { readableBy } from '../../data/records/permissions.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import { sessionActor } from '../../data/session-policy.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { dropDraft, keepDraft, readDraft } from '../../data/drafts.ts'
import type { FormLine, FormPart } from './lines/form-lines.ts'
import { cellOfError, cellPath, isBlankLine, linesToSend, startLines, writtenColumns } from './lines/form-lines.ts'
import { validateParts, wrongNumber } from './lines/validate-parts.ts'

export interface RecordForm {
  readonly values: FieldValues
  readonly dirty: boolean
  readonly parts: readonly FormPart[]
  linesOf(part: FormPart): readonly FormLine[]
  /** `touched`: the places of the cells that were written. */
  setLines(part: FormPart, lines: readonly FormLine[], touched?: readonly string[]): void
  /** The line as it would be, with what is worked out from it; undefined: it is blank. */
  lineRecord(part: FormPart, key: string): FieldValues | undefined
  /** The record as it would be, as far as it is known here. */
  readonly record: FieldValues
  set(field: string, value: unknown): void
  isRequired(field: string): boolean
  /** Returns the error that is shown below the field, if any. */
  errorAt(field: string): FormError | undefined
  idOf(field: string): string
  /** Makes the filter of the records that a relation may be set to. Undefined allows any record. */
  choicesOf(field: Field, line?: { readonly entity: Entity; readonly values: FieldValues }): string | undefined
  /** Shows what is wrong and goes to the first wrong field; true when nothing is. */
  check(): boolean
  /** Takes over the errors of an answer, and goes to the first. */
  refuse(error: unknown): void
  /** Fields of the last refusal whose errors stand beside them. */
  readonly shown: readonly string[]
  /** `sent`: what was written; what was typed since stays as a draft. */
  done(sent?: FieldValues): void
  /** Does it begin with what was typed before, and was not sent? */
  readonly isRestored: boolean
  /** Begins anew, without that. */
  startOver(): void
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
  /** Lines that are filled in with it. */
  readonly parts?: readonly FormPart[]
}

const NO_PARTS: readonly FormPart[] = []

export function useRecordForm({ name, entity, fields, start, before, parts = NO_PARTS }: Options): RecordForm {
  const model = useModel()
  const session = useKnownSession()
  const begun = useMemo(
    (): FieldValues => ({
      ...start,
      ...Object.fromEntries(parts.map((part) => [part.name, start[part.name] ?? startLines(part)])),
    }),
    [start, parts],
  )
  const [values, setValues] = useState<FieldValues>(() => ({ ...begun, ...readDraft(name) }))
  const [isRestored, setRestored] = useState(() =>
    Object.entries(readDraft(name) ?? {}).some(
      ([field, value]) => JSON.stringify(value ?? null) !== JSON.stringify(begun[field] ?? null),
    ),
  )
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [checked, setChecked] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, FormError>>(new Map())
  const [shown, setShown] = useState<readonly string[]>([])
  const [now] = useState(currentMoment)
  const wanted = useRef<string | null>(null)
  const [, setTries] = useState(0)

  const validation = useMemo(
    () =>
      validateParts(
        { model, entity, actor: sessionActor(session), fields, values, now, ...(before ? { before } : {}) },
        parts,
      ),
    [model, entity, session, fields, values, now, before, parts],
  )
  const names = [...fields.map((field) => field.name.identifier), ...parts.map((part) => part.name)]
  const dirty = names.some((each) => JSON.stringify(values[each] ?? null) !== JSON.stringify(begun[each] ?? null))
  useLeaveWarning(dirty)

  const linesOf = (part: FormPart) => (values[part.name] ?? []) as readonly FormLine[]
  const idOf = (field: string) => `${name}-${field}`.replaceAll(/[^\w-]/g, '-')
  /** All places in the order in which they stand, with their values. */
  const places = (): readonly (readonly [path: string, value: unknown])[] => [
    ...fields.map(({ name: { identifier } }) => [identifier, values[identifier]] as const),
    ...parts.flatMap((part) => [
      ...linesOf(part).flatMap((line) => [
        ...(isBlankLine(part, line) ? [] : writtenColumns(part)).map(
          ({ name: { identifier } }) => [cellPath(part.name, line.key, identifier), line.values[identifier]] as const,
        ),
        [cellPath(part.name, line.key), true] as const,
      ]),
      [part.name, true] as const,
    ]),
  ]
  const valueAt = (path: string): unknown => {
    const [part, key, field] = path.split(':')
    if (field === undefined) return values[path]
    return ((values[part ?? ''] ?? []) as readonly FormLine[]).find((line) => line.key === key)?.values[field]
  }
  const fieldAt = (path: string): Field | undefined => {
    const [part, , field] = path.split(':')
    const of = field === undefined ? entity : parts.find((each) => each.name === part)?.entity
    return of?.fields.get(field ?? path)
  }
  const labelAt = (path: string): string => labelFor(fieldAt(path)?.name.label ?? path)
  const missing = (path: string) => validation.required.has(path) && isEmptyValue(valueAt(path), fieldAt(path)?.type)
  const errorAt = (path: string): FormError | undefined => {
    if (refused.has(path)) return refused.get(path)
    if (missing(path) && !isInBlankLine(path))
      return checked ? { message: requiredMessage(model, labelAt(path)) } : undefined
    const number = checked ? parts.find((part) => part.name === path) : undefined
    if (number) return wrongNumber(number, linesOf(number)) ?? validation.errors.get(path)
    // Rules are shown only after their field was edited: nobody is corrected while still typing.
    const isShown = checked || touched.has(path) || (validation.byLines.has(path) && areLinesTouched())
    return isShown ? validation.errors.get(path) : undefined
  }
  const areLinesTouched = (): boolean =>
    parts.some((part) => [...touched].some((path) => path === part.name || path.startsWith(`${part.name}:`)))
  const isInBlankLine = (path: string): boolean => {
    const [name, key, field] = path.split(':')
    const part = field === undefined ? undefined : parts.find((each) => each.name === name)
    const line = part && linesOf(part).find((each) => each.key === key)
    return part !== undefined && line !== undefined && isBlankLine(part, line)
  }
  const goTo = (path: string | undefined) => {
    wanted.current = path ?? null
    // Also where nothing else changed since the last try.
    setTries((before) => before + 1)
  }
  // After the errors are there, so that a screen reader tells them with the field.
  useEffect(() => {
    if (wanted.current === null) return
    document.getElementById(idOf(wanted.current))?.focus()
    wanted.current = null
  })
  const change = (field: string, value: unknown, at: readonly string[]) => {
    setValues({ ...values, [field]: value })
    // Only what was typed: a person who comes back to a newer version of the record undoes nothing of it.
    keepDraft(name, { ...readDraft(name), [field]: value })
    setTouched(new Set([...touched, ...at]))
    const written = new Set([field, ...at, ...at.map((path) => path.split(':').slice(0, 2).join(':'))])
    if ([...refused.keys()].some((path) => written.has(path)))
      setRefused(new Map([...refused].filter(([path]) => !written.has(path))))
  }

  const startOver = () => {
    dropDraft(name)
    setValues(begun)
    setTouched(new Set())
    setChecked(false)
    setRefused(new Map())
    setRestored(false)
  }

  return {
    values,
    dirty,
    isRestored,
    startOver,
    parts,
    linesOf,
    setLines: (part, lines, at = [part.name]) => change(part.name, lines, at),
    lineRecord: (part, key) => validation.lines.get(part.name)?.get(key),
    record: validation.record,
    set: (field, value) => change(field, value, [field]),
    isRequired: (field) => validation.required.has(field),
    errorAt,
    idOf,
    choicesOf: (field, line) =>
      choiceFilter(line?.entity ?? entity, field, line?.values ?? validation.record, readableBy(model, session)),
    check: () => {
      setChecked(true)
      const number = parts.find((part) => wrongNumber(part, linesOf(part)) !== undefined)?.name
      const wrong = places().find(([path]) => missing(path) || validation.errors.has(path) || path === number)?.[0]
      goTo(wrong)
      return wrong === undefined
    },
    refuse: (error) => {
      const { errors = [], source } = error instanceof RequestRefusal ? error.problem : {}
      const keysOf = (part: string) => {
        const found = parts.find((each) => each.name === part)
        return found && linesToSend(found, linesOf(found)).keys
      }
      const placed = errors.map((each) => {
        const path = cellOfError(each.field, keysOf) ?? each.field
        // The note about the whole refusal cites and explains its line: not every field does so once more.
        const cites = each.code === 'taken' || each.source?.line !== source?.line ? each.source : undefined
        return [path, { message: each.message, ...(cites ? { cites } : {}) }, each.field] as const
      })
      const known = places().map(([path]) => path)
      // What is wrong with a line in no column of it is wrong with all of it, unless a column tells it already.
      const told = placed.flatMap(([path, error, field]) => {
        if (known.includes(path) || !path.includes(':')) return [[path, error, field] as const]
        const line = path.split(':').slice(0, 2).join(':')
        const isTold = placed.some(([other]) => other.startsWith(`${line}:`) && known.includes(other))
        return [[isTold ? '' : line, error, field] as const]
      })
      setRefused(new Map(told.map(([path, error]) => [path, error])))
      setShown(told.filter(([path]) => path === '' || known.includes(path)).map(([, , field]) => field))
      goTo(known.find((path) => told.some(([at]) => at === path)))
    },
    shown,
    done: (sent = values) => keepWhatFollowed(name, sent),
  }
}

/** Keeps as a draft what was typed after sending. A text that continues the sent one keeps only the rest. */
function keepWhatFollowed(name: string, sent: FieldValues): void {
  const typed = Object.entries(readDraft(name) ?? {}).filter(([field, value]) => value !== sent[field])
  if (typed.length === 0) return dropDraft(name)
  const rest = typed.map(([field, value]) => {
    const before = sent[field]
    const goesOn = typeof value === 'string' && typeof before === 'string' && value.startsWith(before)
    return [field, goesOn ? value.slice(before.length).trimStart() : value]
  })
  keepDraft(name, Object.fromEntries(rest))
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
