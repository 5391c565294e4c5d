// Maps every expression of an effect, its inner effects and its messages too.
import type { Expression, Node } from '../../expressions/node.ts'
import type { FieldSetting, Effect, MessageTemplate } from './types.ts'

export function mapEffect(effect: Effect, map: (node: Node) => Node): Effect {
  const one = (expression: Expression): Expression => ({
    ...expression,
    tree: map(expression.tree),
    ...(expression.asked ? { asked: map(expression.asked) } : {}),
  })
  const settings = (fields: readonly FieldSetting[]): readonly FieldSetting[] =>
    fields.map((setting) => ({ ...setting, value: one(setting.value) }))
  const message = (template: MessageTemplate): MessageTemplate =>
    template.map((part) => (typeof part === 'string' ? part : one(part)))
  const mapped = mapOwn(effect)
  return mapped.if === undefined ? mapped : { ...mapped, if: one(mapped.if) }

  function mapOwn(each: Effect): Effect {
    switch (each.kind) {
      case 'set':
      case 'let':
        return { ...each, value: one(each.value) }
      case 'create':
        return {
          ...each,
          fields: settings(each.fields),
          ...(each.lines ? { lines: settings(each.lines) } : {}),
          ...(each.exists ? { exists: one(each.exists) } : {}),
          ...(each.found ? { found: one(each.found) } : {}),
        }
      case 'update':
        return {
          ...each,
          records: one(each.records),
          fields: settings(each.fields),
          ...(each.lines ? { lines: settings(each.lines) } : {}),
        }
      case 'delete':
        return { ...each, records: one(each.records) }
      case 'do':
        return {
          ...each,
          records: one(each.records),
          input: each.input.map((given) => ({ ...given, value: one(given.value) })),
        }
      case 'add':
      case 'remove': {
        const { of } = each
        return { ...each, items: one(each.items), ...(of ? { of: { ...of, record: one(of.record) } } : {}) }
      }
      case 'for each':
        return { ...each, items: one(each.items), effects: each.effects.map((inner) => mapEffect(inner, map)) }
      case 'try':
        return { ...each, effect: mapEffect(each.effect, map), otherwise: mapEffect(each.otherwise, map) }
      case 'notify':
        return {
          ...each,
          who: one(each.who),
          message: message(each.message),
          ...(each.subject ? { subject: message(each.subject) } : {}),
          ...(each.telling ? { telling: each.telling.map(one) } : {}),
        }
      case 'send':
        return { ...each, url: message(each.url), ...(each.payload ? { payload: one(each.payload) } : {}) }
      case 'sign up':
        return { ...each, email: one(each.email), password: one(each.password), fields: settings(each.fields) }
      case 'sign in':
        return { ...each, email: one(each.email), password: one(each.password) }
      case 'change password':
        return { ...each, current: one(each.current), password: one(each.password) }
      case 'refuse':
      case 'restart':
      case 'sign out':
        return each
    }
  }
}
