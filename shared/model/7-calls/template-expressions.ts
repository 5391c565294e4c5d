// Lists the expressions of a JSON template.
import type { Expression } from '../../expressions/node.ts'
import type { JsonTemplateNode } from './types.ts'

export function expressionsOfTemplate(json: JsonTemplateNode): readonly Expression[] {
  switch (json.kind) {
    case 'object':
      return json.members.flatMap(({ value }) => expressionsOfTemplate(value))
    case 'list':
      return json.items.flatMap(expressionsOfTemplate)
    case 'literal':
      return []
    case 'expression':
      return [json.expression]
  }
}
