// Separates the lines that a body holds from the fields of their head.
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Entity, EntityPart } from '#shared/model/model.ts'
import { MOST_LINES } from '#shared/protocol/record.ts'
import { labelFor } from '#shared/text/label.ts'
import { entityNamed } from '../../policy/policy.ts'
import type { Authority, CommandContext } from '../write/command-context.ts'

type Values = { readonly [field: string]: unknown }

export interface SentLine {
  /** "lines[2]". */
  readonly at: string
  /** Id of an existing line; absent for a new one. */
  readonly id?: string
  readonly isDeleted: boolean
  readonly values: Values
}

export interface SentLines {
  /** "lines". */
  readonly name: string
  readonly part: EntityPart
  readonly entity: Entity
  readonly lines: readonly SentLine[]
}

export interface SeparatedBody {
  readonly own: Values
  readonly sent: readonly SentLines[]
  /** Errors in the form of the lines. */
  readonly errors: readonly FieldError[]
}

/** `head`: the id of the record, where it is there already. Lines that the caller may not know of are left to be no field. */
export function separateLines(
  { running }: CommandContext,
  authority: Authority,
  entity: Entity,
  body: Values,
  head?: string,
): SeparatedBody {
  const names = Object.keys(body).filter((name) => {
    const of = entity.parts.get(name)?.entity
    return of !== undefined && mayKnow(authority, of)
  })
  if (names.length === 0) return { own: body, sent: [], errors: [] }
  const errors: FieldError[] = []
  const sent = names.flatMap((name): readonly SentLines[] => {
    const part = entity.parts.get(name)
    if (part === undefined) return []
    const of = entityNamed(running.model, part.entity)
    const lines = readLines({ name, part, entity: of }, body[name], head, errors)
    return lines === undefined ? [] : [{ name, part, entity: of, lines }]
  })
  const own = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
  return { own, sent, errors }
}

function mayKnow(authority: Authority, entity: string): boolean {
  if (authority === 'document') return true
  const { read, create } = authority.entity(entity)
  return read.rows !== false || create.grants.length > 0
}

function readLines(
  { name, part, entity }: Omit<SentLines, 'lines'>,
  value: unknown,
  head: string | undefined,
  errors: FieldError[],
): readonly SentLine[] | undefined {
  if (!Array.isArray(value)) {
    errors.push(fieldError(name, 'lines_no_list', { field: part.label }))
    return undefined
  }
  if (value.length > MOST_LINES) {
    errors.push(fieldError(name, 'too_many_lines_sent', { field: part.label, most: MOST_LINES }))
    return undefined
  }
  const ids = new Set<string>()
  return value.flatMap((line: unknown, index): readonly SentLine[] => {
    const at = `${name}[${index}]`
    if (typeof line !== 'object' || line === null || Array.isArray(line)) {
      errors.push(fieldError(at, 'no_object', { field: entity.name.label }))
      return []
    }
    const { id, delete: isDeleted, [part.field]: given, ...values } = line as { readonly [name: string]: unknown }
    const owner = labelFor(entity.fields.get(part.field)?.name.label ?? part.field)
    if (given !== undefined && (head === undefined || given !== head))
      errors.push(fieldError(`${at}.${part.field}`, 'line_of_another', { field: owner }))
    if (id === undefined && isDeleted === undefined) return [{ at, isDeleted: false, values }]
    if (typeof id !== 'string' || (isDeleted !== undefined && isDeleted !== true)) {
      errors.push(
        typeof id === 'string' ? fieldError(`${at}.delete`, 'line_delete') : fieldError(`${at}.id`, 'line_id_no_text'),
      )
      return []
    }
    const known = id.toLowerCase()
    if (ids.has(known)) {
      errors.push(fieldError(`${at}.id`, 'line_twice', { entity: entity.name.label }))
      return []
    }
    ids.add(known)
    return [{ at, id: known, isDeleted: isDeleted === true, values }]
  })
}
