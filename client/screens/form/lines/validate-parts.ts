// Validates a form with its lines: each line, then the record with all of them.
import type { WordedFieldError } from '#shared/decisions/worded-refusal.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { FormInput, FormValidation } from '../validate-form.ts'
import { validateForm } from '../validate-form.ts'
import type { FormLine, FormPart } from './form-lines.ts'
import { isBlankLine } from './form-lines.ts'
import { validateLines } from './validate-lines.ts'
import { say } from '../../../words/say.ts'

export interface PartsValidation extends FormValidation {
  /** Records of the lines, by the name of the lines and then by key. */
  readonly lines: ReadonlyMap<string, ReadonlyMap<string, RecordValue>>
  /** Fields of the record that lines make wrong: nobody writes these, so nobody is corrected while typing. */
  readonly byLines: ReadonlySet<string>
}

export function validateParts(input: FormInput, parts: readonly FormPart[]): PartsValidation {
  const { model, actor, now, values, before } = input
  const errors = new Map<string, WordedFieldError>()
  const required = new Set<string>()
  const lines = new Map<string, ReadonlyMap<string, RecordValue>>()
  const sets = new Map<string, readonly RecordValue[]>()
  for (const part of parts) {
    const given = (values[part.name] ?? []) as readonly FormLine[]
    const found = validateLines({ model, actor, part, lines: given, head: before?.id ?? '', now })
    for (const [path, error] of found.errors) errors.set(path, error)
    for (const path of found.required) required.add(path)
    lines.set(part.name, found.records)
    if (part.isWhole) sets.set(part.entity.name.identifier, [...found.records.values()])
  }
  const head = validateForm(sets.size === 0 ? input : { ...input, sets })
  const written = new Set(input.fields.map((field) => field.name.identifier))
  return {
    record: head.record,
    errors: new Map([...head.errors, ...errors]),
    required: new Set([...head.required, ...required]),
    lines,
    byLines: new Set([...head.errors.keys()].filter((field) => !written.has(field))),
  }
}

/** Are there too few or too many of them? */
export function wrongNumber(part: FormPart, lines: readonly FormLine[]): { readonly message: string } | undefined {
  const { atLeast, atMost } = part.part
  const count = lines.filter((line) => !isBlankLine(part, line)).length
  if (atLeast && count < atLeast.count) return { message: say('At least {count} needed.', { count: atLeast.count }) }
  if (atMost && count > atMost.count) return { message: say('At most {count} allowed.', { count: atMost.count }) }
  return undefined
}
