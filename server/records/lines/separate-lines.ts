// Separates the lines that a body holds from the fields of their head.
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Entity, EntityPart } from '#shared/model/model.ts'
import { MOST_LINES } from '#shared/protocol/record.ts'
import { labelFor } from '#shared/text/label.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import { entityNamed } from '../../policy/policy.ts'
import type { CommandContext } from '../command/command-context.ts'

type Values = { readonly [field: string]: unknown }

export interface SentLine {
  /** "lines[2]". */
  readonly at: string
  /** Of a line that is there. */
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
  /** What is wrong with their form. */
  readonly errors: readonly FieldError[]
}

/** `head`: the id of the record, where it is there already. Lines that the caller may not know of are left to be no field. */
export function separateLines(
  { running }: CommandContext,
  policy: PreparedPolicy,
  entity: Entity,
  body: Values,
  head?: string,
): SeparatedBody {
  const names = Object.keys(body).filter((name) => {
    const of = entity.parts.get(name)?.entity
    return of !== undefined && mayKnow(policy, of)
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

function mayKnow(policy: PreparedPolicy, entity: string): boolean {
  const { read, create } = policy.entity(entity)
  return read.rows !== false || create.grants.length > 0
}

function readLines(
  { name, part, entity }: Omit<SentLines, 'lines'>,
  value: unknown,
  head: string | undefined,
  errors: FieldError[],
): readonly SentLine[] | undefined {
  const refuse = (field: string, code: string, message: string): void => void errors.push({ field, code, message })
  if (!Array.isArray(value)) {
    refuse(name, 'wrong_type', `${part.label} must be a list of objects.`)
    return undefined
  }
  if (value.length > MOST_LINES) {
    refuse(name, 'too_many', `${part.label}: at most ${MOST_LINES} can be sent.`)
    return undefined
  }
  const ids = new Set<string>()
  return value.flatMap((line: unknown, index): readonly SentLine[] => {
    const at = `${name}[${index}]`
    if (typeof line !== 'object' || line === null || Array.isArray(line)) {
      refuse(at, 'wrong_type', `${entity.name.label} must be an object.`)
      return []
    }
    const { id, delete: isDeleted, [part.field]: given, ...values } = line as { readonly [name: string]: unknown }
    const owner = labelFor(entity.fields.get(part.field)?.name.label ?? part.field)
    if (given !== undefined && (head === undefined || given !== head))
      refuse(`${at}.${part.field}`, 'not_allowed', `${owner} is the record that the line is sent with.`)
    if (id === undefined && isDeleted === undefined) return [{ at, isDeleted: false, values }]
    if (typeof id !== 'string' || (isDeleted !== undefined && isDeleted !== true)) {
      const field = typeof id === 'string' ? 'delete' : 'id'
      refuse(`${at}.${field}`, 'wrong_type', typeof id === 'string' ? 'Delete must be true.' : 'Id must be a text.')
      return []
    }
    const known = id.toLowerCase()
    if (ids.has(known)) {
      refuse(`${at}.id`, 'doubled', `This ${entity.name.label} was sent twice.`)
      return []
    }
    ids.add(known)
    return [{ at, id: known, isDeleted: isDeleted === true, values }]
  })
}
