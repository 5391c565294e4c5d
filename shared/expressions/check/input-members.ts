// Finds the values of `input`, by name or by the path of a nested body.
import type { Span } from '../../text/span.ts'
import type { Node } from '../node.ts'
import type { Type } from '../type.ts'

type InputTypes = { readonly [path: string]: Type }

/** The value at a path, or an object of those below it; undefined where there is neither. `''` is `input` itself. */
export function inputNode(inputs: InputTypes, path: string, span: Span): Node | undefined {
  const own = Object.hasOwn(inputs, path) ? inputs[path] : undefined
  if (own) return { kind: 'input', name: path, type: own, span }
  const entries = partsBelow(inputs, path).flatMap((name) => {
    const value = inputNode(inputs, path === '' ? name : `${path}.${name}`, span)
    return value ? [{ name, value }] : []
  })
  if (entries.length === 0) return undefined
  const fields = Object.fromEntries(entries.map(({ name, value }) => [name, value.type]))
  return { kind: 'object', entries, type: { kind: 'object', fields }, span }
}

/** The names that may follow `input.`. */
export function membersOfInput(inputs: InputTypes): readonly string[] {
  return partsBelow(inputs, '')
}

function partsBelow(inputs: InputTypes, path: string): readonly string[] {
  const prefix = path === '' ? '' : `${path}.`
  const below = Object.keys(inputs).filter((each) => each.startsWith(prefix))
  return [...new Set(below.map((each) => each.slice(prefix.length).split('.')[0] ?? ''))]
}
