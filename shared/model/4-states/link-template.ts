// Links texts and addresses with expressions in them.
import * as say from '../../diagnostics/linking.ts'
import type { Expression } from '../../expressions/node.ts'
import type { Environment } from '../../expressions/schema.ts'
import { describeType } from '../../expressions/type-rules.ts'
import type { Template } from '../../points/4-states/declarations.ts'
import type { LinkContext } from '../link-context.ts'
import type { MessageTemplate } from '../model.ts'
import { showWordsInPart } from '../show-words.ts'

export function linkTemplate(context: LinkContext, template: Template, environment: Environment): MessageTemplate {
  return template.map((part) => {
    if (typeof part === 'string') return part
    const linked = context.expression(part.expression, environment)
    if (!linked) return '…'
    const field = computedField(part.expression.value, context, environment)
    return field ? { ...linked, field } : showWordsInPart(linked, context)
  })
}

function computedField(text: string, { outline }: LinkContext, { record = '' }: Environment): Expression['field'] {
  const field = text.trim()
  return outline.entities.get(record)?.fields.get(field)?.computed ? { entity: record, field } : undefined
}

/** Undefined where a part of the address can't be known: what would be sent there is not sent. */
export function linkUrl(
  context: LinkContext,
  template: Template,
  environment: Environment,
): MessageTemplate | undefined {
  const parts: (string | Expression)[] = []
  for (const part of template) {
    const linked = typeof part === 'string' ? part : context.expression(part.expression, environment)
    if (linked === undefined) return undefined
    if (typeof linked !== 'string' && !IN_ADDRESSES.has(linked.tree.type.kind)) {
      const found = describeType(linked.tree.type)
      context.report(say.notAnAddress(linked.span, { found }))
      return undefined
    }
    parts.push(linked)
  }
  return parts
}

const IN_ADDRESSES: ReadonlySet<string> = new Set(['text', 'choice', 'integer', 'number', 'decimal', 'date', 'null'])
