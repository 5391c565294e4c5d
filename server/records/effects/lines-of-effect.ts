// Makes the lines that an effect gives a head of the values that were worked out for them.
import { isCollection } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Value } from '#shared/expressions/value.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { Entity, FieldSetting, Model } from '#shared/model/model.ts'
import type { Authority, LinesOfCall } from '../write/command-context.ts'

/** Leaves lines that were not given as they are. `values`: those of the settings, in their order. */
export function linesGiven(
  authority: Authority,
  settings: readonly FieldSetting[],
  values: readonly Value[],
): LinesOfCall | undefined {
  const given = settings.flatMap(({ field, type }, at) => {
    const lines = values[at] ?? null
    return lines === null ? [] : [[field, convertToJson(lines, type)] as const]
  })
  return given.length === 0 ? undefined : { authority, body: Object.fromEntries(given) }
}

/** Does the document itself write out these lines of a head, and theirs? Else its caller says what is in them. */
export function areWrittenOut(model: Model, head: Entity, settings: readonly FieldSetting[]): boolean {
  return settings.every(({ field, type }) => isWrittenOut(model, head, field, type))
}

function isWrittenOut(model: Model, head: Entity, field: string, type: Type): boolean {
  const lines = model.entities.get(head.parts.get(field)?.entity ?? '')
  const of = isCollection(type) ? type.of : type
  if (lines === undefined || of.kind !== 'object') return false
  return Object.entries(of.fields).every(
    ([name, given]) => !lines.parts.has(name) || isWrittenOut(model, lines, name, given),
  )
}
