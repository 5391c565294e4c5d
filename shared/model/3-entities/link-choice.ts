// Links "choose from": a condition on the records that a relation, or an input, may refer to.
import * as say from '../../diagnostics/linking.ts'
import { CANDIDATE } from '../../expressions/candidate.ts'
import type { Node } from '../../expressions/node.ts'
import type { Environment } from '../../expressions/schema.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import type { Type } from '../../expressions/type.ts'
import { mapNode } from '../../expressions/walk.ts'
import { isMany } from '../../fields/coerce-value.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import type { FieldDeclaration } from '../../points/3-entities/declarations.ts'
import { linkRefusalWords } from '../8-errors/link-refusal-words.ts'
import type { LinkContext } from '../link-context.ts'
import type { Field } from '../model.ts'
import type { ChoiceExpression } from './types.ts'
import type { FieldOutline } from '../outline.ts'

/**
 * Links the condition and expresses it in terms of the record at hand. Bare names in it belong to the record that may
 * be chosen, `this` is the record at hand, and `self` makes the node of the chosen record.
 */
export function linkChoice(
  context: LinkContext,
  field: Pick<FieldOutline, 'type' | 'valueType'>,
  environment: Environment,
  self: (type: Type) => Node,
  source: Fragment,
): ChoiceExpression | undefined {
  const { type, valueType } = field
  const target = type.kind === 'relation' ? context.outline.entities.get(type.entity) : undefined
  if (!target) {
    context.report(say.limitDoesNotFit(spanOf(source), { limit: 'choose from', type: type.kind }))
    return undefined
  }
  const entity = target.name.identifier
  const inside = { ...environment, candidate: entity }
  const reading = context.reading(source, inside, BOOLEAN)
  if (!reading) return undefined
  const { expression: found, asked } = reading
  const { span } = found
  const relation = { ...self(valueType), span }
  const one: Type = { kind: 'record', entity }
  const chosen: Node = isMany(field) ? { kind: 'variable', name: CHOSEN, type: one, span } : relation
  const ofChosen = (tree: Node): Node => {
    const condition = mapNode(tree, (node) => (node.kind === 'input' && node.name === CANDIDATE ? chosen : node))
    return isMany(field) ? ofAll(relation, condition) : condition
  }
  return { ...found, tree: ofChosen(found.tree), words: ofChosen(asked()) }
}

/** Links the message that refuses a choice that is not allowed. */
export function linkChoiceWords(
  context: LinkContext,
  declared: Pick<FieldDeclaration, 'chooseFrom' | 'otherwise'> | undefined,
  { type }: Pick<FieldOutline, 'type'>,
  environment: Environment,
): Pick<Field, 'otherwise'> {
  if (!declared?.otherwise) return {}
  if (declared.chooseFrom) return { otherwise: linkRefusalWords(context, declared.otherwise, environment) }
  context.report(say.limitDoesNotFit(spanOf(declared.otherwise.text), { limit: 'otherwise', type: type.kind }))
  return {}
}

const CHOSEN = 'chosen_one'

/** Each of several must be one that may be chosen; one of which that is not known is none. */
function ofAll(set: Node, condition: Node): Node {
  const { span } = condition
  const no: Node = { kind: 'literal', value: false, type: BOOLEAN, span }
  const body: Node = { kind: 'call', name: 'coalesce', arguments: [condition, no], type: BOOLEAN, span }
  return { kind: 'each', operation: 'all', set, variable: CHOSEN, body, type: BOOLEAN, span }
}
