// Links the JSON of responses and checks the expressions in it.
import * as say from '../../diagnostics/7-calls.ts'
import * as sayModel from '../../diagnostics/linking.ts'
import type { Environment } from '../../expressions/schema.ts'
import type { Type } from '../../expressions/type.ts'
import type { JsonTemplate } from '../../points/reading/read-json-template.ts'
import type { Span } from '../../text/span.ts'
import type { JsonTemplateNode } from './types.ts'
import type { LinkContext } from '../link-context.ts'

/** A value that can't be known is empty. */
export function linkJson(context: LinkContext, template: JsonTemplate, environment: Environment): JsonTemplateNode {
  switch (template.kind) {
    case 'literal':
      return { kind: 'literal', value: template.value }
    case 'list':
      return { kind: 'list', items: template.items.map((item) => linkJson(context, item, environment)) }
    case 'object':
      return {
        kind: 'object',
        members: template.members.map(({ name, value }) => ({ name, value: linkJson(context, value, environment) })),
      }
    case 'expression': {
      const expression = context.expression(template.text, { ...environment, asJson: true })
      if (expression?.tree.type.kind === 'calendar')
        context.report(sayModel.notRecord(expression.span, { expected: 'a value that JSON can hold' }))
      return expression ? { kind: 'expression', expression } : { kind: 'literal', value: null }
    }
  }
}

/** A calendar is made of records that last from one moment to another, or of shapes of some. */
export function checkEvents(context: LinkContext, body: JsonTemplateNode | undefined, span: Span): void {
  if (!body || !holdsEvents(context, body)) context.report(say.noEvents(span, {}))
}

function holdsEvents(context: LinkContext, json: JsonTemplateNode): boolean {
  if (json.kind === 'object') return json.members.some(({ value }) => holdsEvents(context, value))
  if (json.kind === 'list') return json.items.some((item) => holdsEvents(context, item))
  if (json.kind === 'literal') return false
  const { type } = json.expression.tree
  return isEvent(context, 'of' in type ? type.of : type)
}

function isEvent(context: LinkContext, type: Type): boolean {
  if (type.kind === 'record') return context.schema.periodFieldsOf?.(type.entity) !== undefined
  if (type.kind !== 'object') return false
  return Object.values(type.fields).some(({ kind }) => kind === 'timestamp' || kind === 'date')
}
