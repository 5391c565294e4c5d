// Serialises a model to text and back.
import type { Model } from './model.ts'

/** JSON; a Map is `{ "$map": [[key, value], …] }`, in its order. */
export function serializeModel(model: Model): string {
  return JSON.stringify(model, (_key, value: unknown) => (value instanceof Map ? { $map: [...value] } : value))
}

/** What `serializeModel` wrote; throws on text that is no JSON. */
export function reviveModel(text: string): Model {
  return JSON.parse(text, (_key, value: unknown) => (isWrittenMap(value) ? new Map(value.$map) : value)) as Model
}

function isWrittenMap(value: unknown): value is { readonly $map: readonly (readonly [unknown, unknown])[] } {
  return typeof value === 'object' && value !== null && '$map' in value && Array.isArray(value.$map)
}
