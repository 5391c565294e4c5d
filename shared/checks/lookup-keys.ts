// Notes keys of lookups that nothing can ask for.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { lookupKeyIsOther, lookupKeyNotAsked } from '../diagnostics/warnings.ts'
import type { Node } from '../expressions/node.ts'
import { someNode } from '../expressions/walk.ts'
import { type Declarations, type Name, isShown } from '../points/declarations.ts'
import { nearest } from '../text/nearest-word.ts'
import { expressionsIn } from './expressions-in.ts'
import type { SpecificationCheck } from './run-checks.ts'

type LookupNode = Extract<Node, { readonly kind: 'lookup' }>

export const checkLookupKeys: SpecificationCheck = (model, { limits }: Declarations) => {
  const lookups = isShown(limits) ? limits.lookups : []
  if (lookups.length === 0) return []
  const asked = new Map<string, LookupNode[]>()
  for (const { tree } of expressionsIn(model))
    someNode(tree, (node) => {
      if (node.kind === 'lookup') asked.set(node.name, [...(asked.get(node.name) ?? []), node])
      return false
    })
  return lookups.flatMap(({ name, table }) => {
    const nodes = asked.get(name.identifier) ?? []
    if (!isShown(table) || nodes.length === 0) return []
    return [
      ...checkKeys(
        table.rowKeys,
        nodes.map(({ row }) => row),
      ),
      ...checkKeys(
        table.columnKeys,
        nodes.map(({ column }) => column),
      ),
    ]
  })
}

/** `asked`: the keys by which the expressions of the document ask. */
function checkKeys(keys: readonly Name[], asked: readonly Node[]): readonly Diagnostic[] {
  const words = asked.flatMap(wordsOf)
  if (words.includes(undefined)) {
    if (!asked.some((node) => node.type.kind === 'text' && (node.kind === 'field' || node.kind === 'input'))) return []
    return keys.flatMap(({ label, identifier, span }) =>
      isAsWritten(label, identifier) ? [] : [lookupKeyIsOther(span, { key: label, identifier })],
    )
  }
  const known = words.flatMap((word) => word ?? [])
  const shown = [...new Set(known)].map((word) => keys.find(({ identifier }) => identifier === word)?.label ?? word)
  return keys.flatMap(({ label, identifier, span }) =>
    known.includes(identifier)
      ? []
      : [lookupKeyNotAsked(span, { key: label, words: shown, nearest: nearest(identifier, known) })],
  )
}

/** The words that a key can be; undefined among them: any. */
function wordsOf(node: Node): readonly (string | undefined)[] {
  if (node.type.kind === 'choice') return node.type.words
  if (node.kind === 'literal') return [String(node.value)]
  return node.kind === 'conditional' ? [node.then, node.otherwise].flatMap(wordsOf) : [undefined]
}

/** A number is asked for by its digits, whatever marks stand between them. */
function isAsWritten(label: string, identifier: string): boolean {
  return label === identifier || !Number.isNaN(Number(identifier))
}
