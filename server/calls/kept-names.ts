// Keeps what a call has named as JSON, so that its answer can be rendered again for an idempotent request.
import { readValue, writeValue } from '#shared/expressions/read-value.ts'
import { sentName } from '#shared/expressions/sent-input.ts'
import { BOOLEAN } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Value } from '#shared/expressions/value.ts'
import type { Effect } from '#shared/model/model.ts'
import type { CallNames } from './call-values.ts'
import type { ResolvedCall } from './resolve-call.ts'

export type KeptNames = { readonly [name: string]: unknown }

export function namesToJson(resolved: ResolvedCall, names: CallNames): KeptNames {
  const types = typesOf(resolved)
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const type = types.get(name)
      return type === undefined ? [] : [[name, writeValue(value, type)]]
    }),
  )
}

export function namesFromJson(resolved: ResolvedCall, kept: KeptNames): CallNames {
  const types = typesOf(resolved)
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, json]): readonly (readonly [string, Value])[] => {
      const type = types.get(name)
      return type === undefined ? [] : [[name, readValue(json, type)]]
    }),
  )
}

function typesOf({ call, steps }: ResolvedCall): ReadonlyMap<string, Type> {
  return new Map<string, Type>([
    ...call.takes.map(({ name, valueType }) => [name, valueType] as const),
    ...call.takes.map(({ name }) => [sentName(name), BOOLEAN] as const),
    ...call.finds.map(({ name, entity }) => [name, { kind: 'record', entity }] as const),
    ...steps.flatMap(namesOf),
  ])
}

function namesOf(step: Effect): readonly (readonly [name: string, type: Type])[] {
  switch (step.kind) {
    case 'let':
      return [[step.name, step.value.tree.type]]
    case 'create':
      return step.name === undefined ? [] : [[step.name, { kind: 'record', entity: step.entity }]]
    case 'for each':
      return step.effects.flatMap(namesOf)
    case 'try':
      return [...namesOf(step.effect), ...namesOf(step.otherwise)]
    default:
      return []
  }
}
