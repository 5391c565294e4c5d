// Lists the expressions that an effect itself works out, apart from messages and the effects within it.
import type { Expression, Node } from '../../expressions/node.ts'

interface EffectExpressions {
  readonly if?: Expression
  readonly value?: Expression
  readonly exists?: Expression
  readonly found?: Expression
  readonly records?: Expression
  readonly items?: Expression
  readonly who?: Expression
  readonly fields?: readonly { readonly value: Expression }[]
  readonly input?: readonly { readonly value: Expression }[]
  readonly lines?: readonly { readonly value: Expression }[]
}

export function nodesOfEffect(effect: EffectExpressions): readonly Node[] {
  const { if: condition, value, exists, found, records, items, who, fields = [], input = [], lines = [] } = effect
  const settings = [...fields, ...input, ...lines].map((setting) => setting.value)
  return [condition, value, exists, found, records, items, who, ...settings].flatMap((each) => each?.tree ?? [])
}
