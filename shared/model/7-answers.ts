// The JSON of answers, linked: its expressions checked, all else as it stands.
import * as say from '../diagnostics/7-calls.ts'
import * as sayModel from '../diagnostics/model.ts'
import type { Environment } from '../expressions/schema.ts'
import type { Type } from '../expressions/type.ts'
import type { JsonTemplate } from '../points/reading/json-template.ts'
import type { Span } from '../text/span.ts'
import type { Json } from './7-calls-types.ts'
import type { Linking } from './linking.ts'

/** A value that can't be known is empty. */
export function linkJson(linking: Linking, template: JsonTemplate, environment: Environment): Json {
  switch (template.kind) {
    case 'literal':
      return { kind: 'literal', value: template.value }
    case 'list':
      return { kind: 'list', items: template.items.map((item) => linkJson(linking, item, environment)) }
    case 'object':
      return {
        kind: 'object',
        members: template.members.map(({ name, value }) => ({ name, value: linkJson(linking, value, environment) })),
      }
    case 'expression': {
      const expression = linking.expression(template.text, environment)
      if (expression?.tree.type.kind === 'calendar')
        linking.report(sayModel.notRecord(expression.span, { expected: 'a value that JSON can hold' }))
      return expression ? { kind: 'expression', expression } : { kind: 'literal', value: null }
    }
  }
}

/** A calendar is made of records that last from one moment to another, or of shapes of some. */
export function checkEvents(linking: Linking, body: Json | undefined, span: Span): void {
  if (!body || !holdsEvents(linking, body)) linking.report(say.noEvents(span, {}))
}

function holdsEvents(linking: Linking, json: Json): boolean {
  if (json.kind === 'object') return json.members.some(({ value }) => holdsEvents(linking, value))
  if (json.kind === 'list') return json.items.some((item) => holdsEvents(linking, item))
  if (json.kind === 'literal') return false
  const { type } = json.expression.tree
  return isEvent(linking, 'of' in type ? type.of : type)
}

function isEvent(linking: Linking, type: Type): boolean {
  if (type.kind === 'record') return linking.schema.spanOf?.(type.entity) !== undefined
  if (type.kind !== 'object') return false
  return Object.values(type.fields).some(({ kind }) => kind === 'timestamp' || kind === 'date')
}
