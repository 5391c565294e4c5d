// Validates the lines of a form while they are filled in, and works out what follows from them.
import { computeFields } from '#shared/decisions/computed-fields.ts'
import type { WordedFieldError } from '#shared/decisions/worded-refusal.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { makeLocalEvaluator } from '../../../data/records/local-evaluator.ts'
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import { validateForm } from '../validate-form.ts'
import type { FormLine, FormPart } from './form-lines.ts'
import { cellPath, isBlankLine, mayWrite } from './form-lines.ts'

export interface ValidatedLines {
  /** Errors by the path of their cell. */
  readonly errors: ReadonlyMap<string, WordedFieldError>
  /** Places of cells that must not be empty. */
  readonly required: ReadonlySet<string>
  /** Those that are not blank, as they would be, with what is worked out from them; by key. */
  readonly records: ReadonlyMap<string, RecordValue>
}

interface LinesInput {
  readonly model: Model
  readonly actor: Actor
  readonly part: FormPart
  readonly lines: readonly FormLine[]
  /** Id of the head; empty: it is not there yet. */
  readonly head: string
  readonly now: string
}

export function validateLines({ model, actor, part, lines, head, now }: LinesInput): ValidatedLines {
  const errors = new Map<string, WordedFieldError>()
  const required = new Set<string>()
  const records = new Map<string, RecordValue>()
  for (const line of lines) {
    const { key, id, values } = line
    const known = id === undefined ? undefined : part.existing.get(id)
    const before = known && collapseRecord(known)
    const fields = part.columns.filter((field) => mayWrite(part, line, field))
    const { entity } = part
    const validated = validateForm({ model, entity, actor, fields, values, now, ...(before ? { before } : {}) })
    const blank = isBlankLine(part, line)
    for (const name of validated.required) required.add(cellPath(part.name, key, name))
    if (blank) continue
    for (const [name, error] of validated.errors) errors.set(cellPath(part.name, key, name), error)
    const record = { ...validated.record, id: id ?? key, [part.part.field]: head }
    const evaluate = makeLocalEvaluator(model, actor, { record, now })
    records.set(key, { ...record, ...knownOnly(computeFields(entity, 'all', evaluate)) })
  }
  return { errors, required, records }
}

/** A formula that is left out here comes to nothing: of that nothing is said. */
function knownOnly(values: { readonly [field: string]: unknown }): { readonly [field: string]: unknown } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}
