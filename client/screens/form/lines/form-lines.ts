// Decides which lines a form has, and what of them is sent.
import type { Node } from '#shared/expressions/node.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, EntityPart, Field, Model } from '#shared/model/model.ts'
import { conditionsOnHead } from '#shared/policy/whole-heads.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { currentMoment } from '../../../clock.ts'
import { creatableInHead, readableNames } from '../../../data/records/permissions.ts'
import type { FieldValues } from '../../../data/records/record-mutations.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { collapseRecord, recordsWithin } from '#shared/decisions/expanded-record.ts'
import { predictCreate } from '../../../data/records/predict-create.ts'
import { initialValues } from '../../../data/records/initial-inputs.ts'
import { makeLocalEvaluator } from '../../../data/records/local-evaluator.ts'
import { sessionActor, sessionPolicy } from '../../../data/session-policy.ts'
import { fieldView } from '../../../fields/registry.ts'
import { changedValues, filledValues } from '../validate-form.ts'

/** Lines of one kind in a form. */
export interface FormPart {
  /** The reverse name: "lines". */
  readonly name: string
  readonly part: EntityPart
  readonly entity: Entity
  /** The columns: what is written, and what is worked out from it. */
  readonly columns: readonly Field[]
  /** Names of the fields that a new line may be given. Empty where no lines can be added. */
  readonly creatable: ReadonlySet<string>
  /** Values that a new line begins with: its defaults, as far as they are known here. */
  readonly begins: FieldValues
  /** The number by which lines stand in their order, where the form may give it. */
  readonly order?: string
  /** Lines that are there, by id. */
  readonly existing: ReadonlyMap<string, RecordData>
  /** Are these all that there are? */
  readonly isWhole: boolean
}

/** A state of the head may close its lines. */
function mayAdd(model: Model, session: SessionBody, part: EntityPart, record: RecordData, now: string): boolean {
  const entity = model.entities.get(part.entity)
  const field = entity?.fields.get(part.field)
  return entity && field ? predictCreate(model, sessionActor(session), { entity, field, record, now }) !== false : false
}

export interface FormLine {
  /** Names the line as long as the form is open. */
  readonly key: string
  readonly id?: string
  readonly values: FieldValues
  /** Values that a new line began with. */
  readonly begun?: FieldValues
}

/** A record that is edited, with its lines by name, in their order. */
export interface EditedHead {
  readonly record: RecordData
  readonly lines: ReadonlyMap<string, readonly RecordData[]>
}

/** `edited`: absent where the record is created; `now`: when the form was opened. */
export function formPartsOf(
  model: Model,
  session: SessionBody,
  head: Entity,
  edited?: EditedHead,
  now = currentMoment(),
): readonly FormPart[] {
  return [...head.parts].flatMap(([name, part]) => {
    const entity = model.entities.get(part.entity)
    if (!entity) return []
    const readable = readableNames(model, session, part.entity)
    const own = creatableInHead(model, session, part.entity)
    const creatable = edited && !mayAdd(model, session, part, edited.record, now) ? new Set<string>() : own
    const policy = sessionPolicy(model, session).entity(part.entity)
    const may = edited === undefined ? creatable : new Set([...creatable, ...policy.update.fields])
    const order = orderField(entity)
    const columns = [...entity.fields.values()].filter((field) => {
      const own = field.name.identifier
      if (field.standard || own === part.field || own === order?.name.identifier) return false
      if (field.computed) return readable.has(own)
      return isWrittenByPeople(field) && may.has(own) && fieldView(field.type.kind).closed !== true
    })
    const given = columns.filter((field) => !field.computed && creatable.has(field.name.identifier))
    const lines = edited?.lines.get(name) ?? []
    const mayWrite = creatable.size > 0 || policy.update.grants.length > 0 || policy.delete.grants.length > 0
    // Without that it is not known here which lines are its.
    const isKnown = edited === undefined || readable.has(part.field)
    if (!columns.some((field) => !field.computed) || !mayWrite || !isKnown) return []
    return [
      {
        name,
        part,
        entity,
        columns,
        creatable,
        begins: initialValues(model, sessionActor(session), given, now),
        ...(order && may.has(order.name.identifier) ? { order: order.name.identifier } : {}),
        existing: new Map(lines.map((line) => [line.id, line])),
        isWhole: edited === undefined || readsAll(model, session, part, policy.read.rows, edited.record),
      },
    ]
  })
}

/** May the person read all lines of the record, whichever there are? */
function readsAll(
  model: Model,
  session: SessionBody,
  { field }: EntityPart,
  rows: Node | boolean,
  head: RecordData,
): boolean {
  if (typeof rows === 'boolean') return rows
  const record = { id: '', [field]: head.id }
  const now = currentMoment()
  const evaluate = makeLocalEvaluator(model, sessionActor(session), { record, known: recordsWithin(head), now })
  return conditionsOnHead(rows, field).some((node) => evaluate(node) === true)
}

/** Finds the whole number by which lines stand in ascending order: where lines are moved, it is counted anew. */
function orderField({ order, fields }: Entity): Field | undefined {
  const [first] = order
  const field = first && !first.descending ? fields.get(first.field) : undefined
  return field?.valueType.kind === 'integer' && isWrittenByPeople(field) ? field : undefined
}

/** Gives the lines that the form begins with: those that are there, else an empty one, or as many as there have to be. */
export function startLines(part: FormPart): readonly FormLine[] {
  const lines = [...part.existing.values()].map((record) => ({
    key: record.id,
    id: record.id,
    values: Object.fromEntries(
      Object.entries(collapseRecord(record)).filter(([name]) => !name.startsWith('_') && name !== 'id'),
    ),
  }))
  if (lines.length > 0 || part.creatable.size === 0) return lines
  return Array.from({ length: part.part.atLeast?.count ?? 1 }, (_, index) => newLine(part, `new-${index}`))
}

export function newLine(part: FormPart, key: string = crypto.randomUUID()): FormLine {
  return { key, values: part.begins, begun: part.begins }
}

export function writtenColumns({ columns, creatable }: FormPart): readonly Field[] {
  return columns.filter((field) => !field.computed && creatable.has(field.name.identifier))
}

/** Reports whether nothing was written into the line: then it is neither sent nor checked. */
export function isBlankLine(part: FormPart, { id, values, begun }: FormLine): boolean {
  if (id !== undefined) return false
  return writtenColumns(part).every((field) => {
    const name = field.name.identifier
    const value = values[name]
    const usual = begun ? begun[name] : field.default?.kind === 'literal' ? field.default.value : null
    return isEmptyValue(value, field.type) || JSON.stringify(value) === JSON.stringify(usual)
  })
}

/** May this field of the line be written by the person? */
export function mayWrite(part: FormPart, { id }: FormLine, field: Field): boolean {
  const name = field.name.identifier
  if (field.computed) return false
  const known = id === undefined ? undefined : part.existing.get(id)
  return known === undefined ? part.creatable.has(name) : known._may?.update[name] === true
}

/** The value of a cell that is only read. `record`: the line as it would be. What a new line has not yet is empty, not withheld. */
export function shownValue({ id, values }: FormLine, record: FieldValues | undefined, field: Field): unknown {
  const name = field.name.identifier
  return record?.[name] ?? (field.computed ? null : values[name]) ?? (id === undefined ? null : undefined)
}

export function mayRemove(part: FormPart, { id }: FormLine): boolean {
  const known = id === undefined ? undefined : part.existing.get(id)
  return known === undefined || known._may?.delete.allowed === true
}

export interface LinesToSend {
  /** Lines in the order of the form, then those that are removed. Undefined where none of them changes. */
  readonly body: readonly FieldValues[] | undefined
  /** Key of the line that each of them is. */
  readonly keys: readonly string[]
}

/** `there`: ids of the lines that there are by now, of which the form may not know some. */
export function linesToSend(part: FormPart, lines: readonly FormLine[], there: readonly string[] = []): LinesToSend {
  const { order, existing } = part
  const written = lines.filter((line) => !isBlankLine(part, line))
  const body = written.map((line, index): FieldValues => {
    const { id, values } = line
    const placed = order === undefined ? values : { ...values, [order]: index + 1 }
    const before = id === undefined ? undefined : existing.get(id)
    if (before === undefined) return filledValues(placed, writtenColumns(part), line.begun)
    const open = Object.entries(placed).filter(([name]) => name === order || isOpen(part, line, name))
    return { id, ...changedValues(collapseRecord(before), Object.fromEntries(open), part.entity) }
  })
  const kept = new Set(written.map(({ id }) => id))
  const removed = [...existing.keys()].filter((id) => !kept.has(id))
  const isSame = removed.length === 0 && body.every((line) => 'id' in line && Object.keys(line).length === 1)
  const others = there.filter((id) => !existing.has(id))
  return {
    body: isSame
      ? undefined
      : [...body, ...others.map((id) => ({ id })), ...removed.map((id) => ({ id, delete: true }))],
    keys: written.map(({ key }) => key),
  }
}

function isOpen(part: FormPart, line: FormLine, name: string): boolean {
  const field = part.entity.fields.get(name)
  return field !== undefined && mayWrite(part, line, field)
}

/** The place of a cell in a form, by which its error is found: "lines:key:price". */
export function cellPath(part: string, key: string, field?: string): string {
  return [part, key, ...(field === undefined ? [] : [field])].join(':')
}

/** "lines[2].price" as the place of its cell; undefined: it is in no line that was sent. */
export function cellOfError(
  field: string,
  keysOf: (part: string) => readonly string[] | undefined,
): string | undefined {
  const found = /^(\w+)\[(\d+)\](?:\.(\w+))?/.exec(field)
  const key = found && keysOf(found[1] ?? '')?.[Number(found[2])]
  return found?.[1] === undefined || key === undefined || key === null ? undefined : cellPath(found[1], key, found[3])
}
