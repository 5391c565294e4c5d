// Links the relations that make records lines of another: `Claim (as lines), part of it`.
import * as say from '../../diagnostics/3-entities.ts'
import type { FieldDeclaration } from '../../points/3-entities/declarations.ts'
import { labelFor } from '../../text/label.ts'
import type { Span } from '../../text/span.ts'
import type { LinkContext } from '../link-context.ts'
import type { Entity, EntityPart } from '../model.ts'
import type { EntityOutline, FieldOutline } from '../outline.ts'

/** `parts`: whose heads its records are; `partOf`: whose line a record of it is. */
export function linkParts(context: LinkContext, entity: EntityOutline): Pick<Entity, 'parts' | 'partOf'> {
  const parts = new Map<string, EntityPart>()
  for (const [reverse, { entity: of, field }] of entity.reverses) {
    const line = context.outline.entities.get(of)
    const declared = line?.fields.get(field)?.declaration
    if (!line || !declared || partSpan(declared) === undefined) continue
    const { atLeast, atMost } = declared.limits
    parts.set(reverse, {
      label: labelOfLines(line, declared),
      entity: of,
      field,
      ...(atLeast ? { atLeast: { count: atLeast.count, cite: context.cite(3, atLeast.span) } } : {}),
      ...(atMost ? { atMost: { count: atMost.count, cite: context.cite(3, atMost.span) } } : {}),
    })
  }
  const partOf = relationToHead(context, entity)
  return { parts, ...(partOf === undefined ? {} : { partOf }) }
}

function labelOfLines(line: EntityOutline, { type }: FieldDeclaration): string {
  const as = 'kind' in type && type.kind === 'relation' ? type.as : undefined
  return as ? labelFor(as.label) : line.plural
}

function relationToHead(context: LinkContext, entity: EntityOutline): string | undefined {
  const [first, ...others] = partRelations(entity)
  if (!first) return undefined
  const wrong = (span: Span, reason: string, hint: string): void =>
    context.report(say.wrongPart(span, { entity: entity.name.label, reason, hint }))
  for (const { span } of others) wrong(span, 'it is part of something already', 'let it be part of one head only')
  if (first.head === 'Person') wrong(first.span, 'accounts have no lines', 'write "deleted with it"')
  else if (isPartOf(context, first.head, entity.name.identifier))
    wrong(first.span, 'it would be part of itself', 'write "deleted with it"')
  return first.field
}

/** Directly, or as a line of a line. */
function isPartOf(context: LinkContext, part: string, whole: string): boolean {
  const seen = new Set<string>()
  for (let at: string | undefined = part; at !== undefined && !seen.has(at);) {
    if (at === whole) return true
    seen.add(at)
    const entity: EntityOutline | undefined = context.outline.entities.get(at)
    at = entity && partRelations(entity)[0]?.head
  }
  return false
}

function partRelations({ fields }: EntityOutline): readonly { field: string; head: string; span: Span }[] {
  return [...fields].flatMap(([field, { type, declaration }]) => {
    const span = declaration && partSpan(declaration)
    return span && type.kind === 'relation' ? [{ field, head: type.entity, span }] : []
  })
}

/** Is it the relation of lines to their head? */
export function isPartOfHead(field: FieldOutline | undefined): boolean {
  return field?.declaration !== undefined && partSpan(field.declaration) !== undefined
}

function partSpan({ type }: FieldDeclaration): Span | undefined {
  return 'kind' in type && type.kind === 'relation' ? type.part : undefined
}
