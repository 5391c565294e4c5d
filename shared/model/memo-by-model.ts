// Keeps what is worked out from a model for as long as the model is kept.
import type { Model } from './model.ts'

export function memoByModel<T extends object>(make: (model: Model) => T): (model: Model) => T {
  const made = new WeakMap<Model, T>()
  return (model) => {
    const kept = made.get(model) ?? make(model)
    made.set(model, kept)
    return kept
  }
}
