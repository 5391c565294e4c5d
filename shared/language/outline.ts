// Knows the names of a document that is being written, also while it has errors.
import type { Document } from '../document/document.ts'
import { readDocument } from '../document/read-document.ts'
import type { Schema } from '../expressions/schema.ts'
import { makeSchema } from '../model/expression-schema.ts'
import { makeOutline } from '../model/link.ts'
import type { Outline } from '../model/outline.ts'
import type { Declarations, Name } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { readDeclarations } from '../points/read-declarations.ts'
import type { Span } from '../text/span.ts'

export interface NamedDefinition {
  /** Kind of the definition in words for a reader: `field of Ticket`. */
  readonly what: string
  readonly name: string
  readonly label: string
  /** Entity that the definition belongs to, or undefined if it belongs to none. */
  readonly entity?: string
  readonly help?: string
  readonly span: Span
}

export interface DocumentOutline {
  readonly document: Document
  readonly declarations: Declarations
  readonly outline: Outline
  readonly schema: Schema
  readonly definitions: readonly NamedDefinition[]
}

/** Reads names only: no expression is checked, so it takes a part of what compiling takes. */
export function outlineDocument(text: string): DocumentOutline {
  const { document } = readDocument(text)
  const { declarations } = readDeclarations(document)
  const outline = makeOutline(declarations, () => {})
  const schema = makeSchema(outline, { of: () => undefined, names: [], all: () => new Map() })
  return {
    document,
    declarations,
    outline,
    schema,
    definitions: [...definitionsOfEntities(outline), ...otherDefinitions(declarations)],
  }
}

function definitionsOfEntities({ entities }: Outline): readonly NamedDefinition[] {
  return [...entities.values()].flatMap((entity) => {
    const of = { entity: entity.name.identifier }
    const definition = (what: string, name: Name, help?: string): NamedDefinition => ({
      what,
      name: name.identifier,
      label: name.label,
      span: name.span,
      ...of,
      ...(help && { help }),
    })
    const { declaration, fields, workflows, words } = entity
    const own = [...fields.values()].filter((field) => field.declaration !== undefined)
    return [
      ...(declaration ? [{ ...definition('entity', entity.name, proseOf(declaration.help)), entity: undefined }] : []),
      ...own.map((field) => definition(`field of ${entity.name.label}`, field.name, field.declaration?.meaning)),
      ...workflows.flatMap((workflow) => [
        ...workflow.states.map(({ word, label, meaning, span }) => ({
          what: `state of ${entity.name.label}`,
          name: word,
          label,
          span,
          ...of,
          ...(meaning && { help: meaning }),
        })),
        ...workflow.declaration.transitions.map(({ name }) => definition(`transition of ${entity.name.label}`, name)),
        ...workflow.declaration.timers.map(({ name }) => definition(`timer of ${entity.name.label}`, name)),
      ]),
      ...[...words.values()].map(({ word }) => definition(`condition of ${entity.name.label}`, word)),
    ].map(({ entity: owner, ...rest }) => (owner === undefined ? rest : { ...rest, entity: owner }))
  })
}

function otherDefinitions({ screens, roles, errors, limits, calls }: Declarations): readonly NamedDefinition[] {
  const named = (what: string, { identifier, label, span }: Name, help?: string): NamedDefinition => ({
    what,
    name: identifier,
    label,
    span,
    ...(help && { help }),
  })
  return [
    ...(isShown(screens) ? screens.screens.map(({ name }) => named('screen', name)) : []),
    ...(isShown(roles) ? roles.roles.map(({ name, is }) => named('role', name, is)) : []),
    ...(isShown(errors)
      ? errors.errors.map(({ code, meaning, span }) => ({
          what: 'error',
          name: code,
          label: code,
          span,
          help: meaning,
        }))
      : []),
    ...(isShown(limits)
      ? [
          ...limits.limits.map(({ name, meaning }) => named('constant', name, meaning)),
          ...limits.calendars.map(({ name }) => named('calendar', name)),
          ...limits.lookups.map(({ name }) => named('lookup', name)),
        ]
      : []),
    ...(isShown(calls) ? calls.shapes.map(({ name }) => named('shape', name)) : []),
  ]
}

function proseOf(help: readonly { readonly markdown: string }[]): string | undefined {
  return help[0]?.markdown
}
