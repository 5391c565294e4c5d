// Point 3: does each limit say something about a field of its type?
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { limitDoesNotFit } from '../diagnostics/model.ts'
import type { FieldDeclaration, TypeDeclaration } from '../points/3-entities-declarations.ts'
import { isShown } from '../points/declarations.ts'
import type { Check } from './run-checks.ts'

export const checkLimits: Check = (_model, { entities }) =>
  isShown(entities) ? entities.entities.flatMap(({ fields }) => fields.flatMap(checkField)) : []

function checkField({ type, limits }: FieldDeclaration): readonly Diagnostic[] {
  if (!isShown(type)) return []
  const { kind } = type
  const holdsFiles = FILES.has(kind)
  const isList = LISTS.has(kind) || (type.kind === 'relation' && type.many)
  return [
    ...(limits.pattern && !TEXTS.has(kind)
      ? [limitDoesNotFit(limits.pattern.span, { limit: 'pattern', type: kind })]
      : []),
    ...(limits.atMost && !isList ? [limitDoesNotFit(limits.atMost.span, { limit: 'at most', type: kind })] : []),
    ...(limits.eachSize && !holdsFiles ? [limitDoesNotFit(limits.eachSize.span, { limit: 'each', type: kind })] : []),
    ...(limits.types && !holdsFiles ? [limitDoesNotFit(limits.types.span, { limit: 'types', type: kind })] : []),
  ]
}

type Kinds = ReadonlySet<Exclude<TypeDeclaration, { readonly notShown: true }>['kind']>
const TEXTS: Kinds = new Set([
  'text',
  'long text',
  'markdown',
  'email',
  'url',
  'phone',
  'slug',
  'color',
  'list of text',
])
const FILES: Kinds = new Set(['file', 'files', 'image', 'images'])
const LISTS: Kinds = new Set(['several of', 'list of text', 'files', 'images'])
