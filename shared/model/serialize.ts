// Serialises a model to text and back.
import type { Model } from './model.ts'

/** JSON; a Map is `{ "$map": [[key, value], …] }`, in its order. */
export function serializeModel(model: Model): string {
  return JSON.stringify(model, (_key, value: unknown) => (value instanceof Map ? { $map: [...value] } : value))
}

/**
 * Makes a model from the output of `serializeModel`, parsed as JSON. The lists and objects of `written` become parts
 * of the model.
 */
export function reviveModel(written: unknown): Model {
  return revive(written) as Model
}

function revive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isWrittenMap(value)) return new Map(value.$map.map(([key, each]) => [key, revive(each)]))
  const parts = value as Record<string, unknown>
  for (const key of Object.keys(parts)) {
    const part = parts[key]
    if (typeof part === 'object' && part !== null) parts[key] = revive(part)
  }
  return value
}

function isWrittenMap(value: object): value is { readonly $map: readonly (readonly [unknown, unknown])[] } {
  return '$map' in value && Array.isArray(value.$map)
}
