// Point 8, linked: the catalogue. A message is read for each entity where its code is used, since its values are that record's;
// where calls alone use it, in terms of what they find and take.
import { isShown } from '../points/declarations.ts'
import { linkTemplate } from './4-templates.ts'
import { environmentIn } from './7-calls.ts'
import { STANDARD_ERRORS } from './8-codes.ts'
import type { Linking } from './linking.ts'
import type { Call } from './7-calls-types.ts'
import type { Effect, Entity, ErrorEntry, Message } from './model.ts'

export function linkErrors(
  linking: Linking,
  entities: ReadonlyMap<string, Entity>,
  calls: readonly Call[],
): ReadonlyMap<string, ErrorEntry> {
  const errors = new Map<string, ErrorEntry>()
  for (const { code, status, message } of STANDARD_ERRORS) {
    errors.set(code, { code, status, messages: new Map([['', [message]]]), standard: true })
  }
  const { errors: point } = linking.declarations
  const uses = codeUses(entities, calls)
  for (const { code, status, message, span } of isShown(point) ? point.errors : []) {
    const messages = new Map<string, Message>()
    for (const entity of uses.get(code) ?? [])
      messages.set(entity, linkTemplate(linking, message, { record: entity, old: true }))
    for (const call of messages.size > 0
      ? []
      : calls.filter(({ rules, steps }) => usesOf({ rules, steps }).includes(code)))
      linkTemplate(linking, message, environmentIn(call))
    const silent: Linking = { ...linking, report: () => undefined, expression: linking.expressionInSilence }
    messages.set('', linkTemplate(silent, message, {}))
    const standard = errors.get(code)
    const cite = linking.cite(8, span)
    errors.set(code, {
      code,
      status: status ?? standard?.status ?? 422,
      messages,
      standard: standard !== undefined,
      cite,
    })
  }
  return errors
}

/** Entities by the codes that their rules, transitions and grants use, and calls that find one of their records. */
function codeUses(
  entities: ReadonlyMap<string, Entity>,
  calls: readonly Call[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const uses = new Map<string, Set<string>>()
  const use = (code: string | undefined, entity: string): void => {
    if (code !== undefined) uses.set(code, (uses.get(code) ?? new Set()).add(entity))
  }
  for (const [identifier, entity] of entities) {
    for (const { otherwise } of entity.rules) if (otherwise.kind === 'code') use(otherwise.code, identifier)
    for (const { otherwise } of entity.grants) use(otherwise, identifier)
    for (const { rows } of entity.transitions.values()) {
      for (const row of rows) {
        use(row.otherwise, identifier)
        for (const code of codesOf(row.then)) use(code, identifier)
      }
    }
    for (const { then } of [...entity.events, ...entity.timers.values()])
      for (const code of codesOf(then)) use(code, identifier)
  }
  for (const { of, finds, rules, steps } of calls) {
    const entity = finds.find((each) => each.name === of)?.entity
    if (entity === undefined) continue
    for (const code of usesOf({ rules, steps })) use(code, entity)
  }
  return uses
}

/** Codes that the rules and steps of a call use. */
function usesOf({ rules, steps }: Pick<Call, 'rules' | 'steps'>): readonly string[] {
  return [...rules.flatMap(({ otherwise }) => (otherwise.kind === 'code' ? [otherwise.code] : [])), ...codesOf(steps)]
}

function codesOf(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => {
    if (effect.kind === 'refuse') return [effect.code]
    if (effect.kind === 'for each') return codesOf([effect.effect])
    return effect.kind === 'try' ? codesOf([effect.effect, effect.otherwise]) : []
  })
}
