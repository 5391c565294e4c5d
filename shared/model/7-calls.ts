// Point 7, linked: the document's own calls and shapes, described and not run by this version.
import { isShown } from '../points/declarations.ts'
import { linkWho } from './6-who.ts'
import type { Linking } from './linking.ts'
import { findEntity } from './linking.ts'
import type { Call, Shape } from './model.ts'

export function linkCalls(linking: Linking): readonly Call[] {
  const { calls } = linking.declarations
  if (!isShown(calls)) return []
  return calls.calls.map(({ method, path, of, who, does, answer, span }) => {
    const entity = of && findEntity(linking, of)
    return {
      method,
      path: path.value,
      does,
      who: who.flatMap((each) => linkWho(linking, each, entity, entity ? { record: entity.name.identifier } : {})),
      ...(answer ? { answer } : {}),
      cite: linking.cite(7, span),
    }
  })
}

export function linkShapes(linking: Linking): ReadonlyMap<string, Shape> {
  const { calls } = linking.declarations
  const shapes = new Map<string, Shape>()
  for (const { name, of, entries } of isShown(calls) ? calls.shapes : []) {
    const entity = findEntity(linking, of)
    if (!entity) continue
    const linked = entries.flatMap((entry) => {
      const value = linking.expression(entry.value, { record: entity.name.identifier })
      return value ? [{ name: entry.name, value }] : []
    })
    shapes.set(name.identifier, { name: name.identifier, entity: entity.name.identifier, entries: linked })
  }
  return shapes
}
