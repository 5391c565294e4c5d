// Makes the lines that an effect gives a head of the values that were worked out for them.
import type { Value } from '#shared/expressions/value.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { FieldSetting } from '#shared/model/model.ts'
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
