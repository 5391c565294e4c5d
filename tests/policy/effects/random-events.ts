// Makes what happens in a random application when a record is created, changed or deleted.
import type { Condition } from '../condition.ts'
import type { Entities, EntitySpec } from '../entities.ts'
import { oneOf, WORDS } from '../random/random-condition.ts'
import type { Pick } from '../random/random-condition.ts'
import type { EffectSpec, EventSpec } from './work.ts'

/** None sets off another without end: what is created by one has no event of its own. */
export function randomEvents(pick: Pick, entities: Entities): readonly EventSpec[] {
  const others = [...entities.values()].filter(({ name }) => name !== 'Person')
  const watched = others.filter(() => pick(2) === 0)
  const quiet = others.filter((entity) => !watched.includes(entity)).map(({ name }) => name)
  const created = watched.map((entity): EventSpec => {
    const effects = Array.from({ length: 1 + pick(2) }, () => eventEffect(pick, entity, quiet))
    const refused = { kind: 'refuse', if: titled(oneOf(pick, WORDS)) } as const
    return pick(2) === 0
      ? { entity: entity.name, event: 'created', ...when(pick), effects }
      : { entity: entity.name, event: 'created', effects: [refused, ...effects] }
  })
  const changed = others.flatMap((entity): EventSpec[] => {
    if (pick(2) === 0) return []
    const hasFriends = entity.fields.some(({ name }) => name === 'friends')
    const field = oneOf(pick, [undefined, 'title', ...(hasFriends ? ['friends'] : [])])
    const effects = Array.from({ length: 1 + pick(2) }, () => eventEffect(pick, entity, quiet))
    const common = { entity: entity.name, event: 'changed', ...when(pick), effects } as const
    return [field === undefined ? common : { ...common, field }]
  })
  // Of several that go at once no part depends on another: which is first says nothing.
  const deleted = others.flatMap(({ name: entity }): EventSpec[] => {
    if (quiet.length === 0 || pick(2) === 0) return []
    const made = { kind: 'create', entity: oneOf(pick, quiet), title: oneOf(pick, WORDS) } as const
    return [{ entity, event: 'deleted', ...when(pick), effects: [made] }]
  })
  return [...created, ...changed, ...deleted]
}

/** Records that an event refuses once they are created. */
export function refusedRecords(
  events: readonly EventSpec[],
): readonly { readonly entity: string; readonly title: string }[] {
  return events.flatMap(({ entity, event, when: condition, effects: [first] }) => {
    if (event !== 'created' || condition !== undefined || first?.kind !== 'refuse') return []
    return first.if?.kind === 'compare' && first.if.right.kind === 'literal'
      ? [{ entity, title: String(first.if.right.value) }]
      : []
  })
}

function eventEffect(pick: Pick, { fields }: EntitySpec, quiet: readonly string[]): EffectSpec {
  const title = oneOf(pick, WORDS)
  const hasFriends = fields.some(({ name }) => name === 'friends')
  return oneOf<EffectSpec>(pick, [
    { kind: 'set', title },
    { kind: 'notify' },
    { kind: 'refuse', if: titled(title) },
    ...(hasFriends ? [{ kind: oneOf(pick, ['add', 'remove'] as const), who: 'owner' } as const] : []),
    ...(quiet.length === 0 ? [] : [{ kind: 'create', entity: oneOf(pick, quiet), title } as const]),
  ])
}

function when(pick: Pick): { readonly when?: Condition } {
  return pick(3) > 0 ? {} : { when: titled(oneOf(pick, WORDS)) }
}

function titled(word: string): Condition {
  const left = { kind: 'path', from: 'this', steps: ['title'] } as const
  return { kind: 'compare', operator: '==', left, right: { kind: 'literal', value: word } }
}
