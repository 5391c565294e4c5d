// Declares the subset of JSON Schema that routes use, and builders that carry the admitted type.
import { MOST_CHARACTERS } from '#shared/text/characters/bounded-text.ts'

declare const ADMITTED: unique symbol

/** A JSON Schema as plain data. `T` is the type of the values that it admits; it exists for the compiler only. */
export interface BodySchema<T = unknown> {
  readonly type?: string | readonly string[]
  /** Phrase that completes "must be …" in messages. */
  readonly title?: string
  readonly description?: string
  /** Name of a component. Only an object is required here; the command validates its members. */
  readonly $ref?: string
  readonly properties?: { readonly [name: string]: BodySchema }
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | BodySchema
  readonly propertyNames?: { readonly enum: readonly string[] }
  readonly minProperties?: number
  readonly items?: BodySchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly enum?: readonly string[]
  readonly const?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly BodySchema[]
  /** Says something to programs; it is not validated. */
  readonly format?: string
  readonly default?: unknown
  readonly [ADMITTED]?: T
}

export type SchemaValue<S> = S extends { readonly [ADMITTED]?: infer T } ? T : unknown

interface Members {
  readonly [name: string]: BodySchema
}

type MemberValues<Required extends Members, Optional extends Members> = {
  readonly [name in keyof Required]: SchemaValue<Required[name]>
} & { readonly [name in keyof Optional]?: SchemaValue<Optional[name]> | undefined }

type Annotations = Omit<BodySchema, 'type' | typeof ADMITTED>

export const ANYTHING: BodySchema = {}

/** A text of one line, if it says no other `maxLength`: every text from outside has a bound. */
export function text(more: Annotations = {}): BodySchema<string> {
  return { type: 'string', maxLength: MOST_CHARACTERS.line, ...more }
}

export function textOrNull(more: Annotations = {}): BodySchema<string | null> {
  return { type: ['string', 'null'], maxLength: MOST_CHARACTERS.line, ...more }
}

/** A text that may be as long as the parameters of an address together. */
export function parameter(more: Annotations = {}): BodySchema<string> {
  return text({ maxLength: MOST_CHARACTERS.parameter, ...more })
}

export function emailAddress(more: Annotations = {}): BodySchema<string> {
  return text({ format: 'email', maxLength: MOST_CHARACTERS.email, ...more })
}

export const PASSWORD: BodySchema<string> = text({ format: 'password', maxLength: MOST_CHARACTERS.password })

export function oneOf<const Word extends string>(...words: readonly Word[]): BodySchema<Word> {
  return { type: 'string', enum: words }
}

export function integer(more: Annotations = {}): BodySchema<number> {
  return { type: 'integer', ...more }
}

export function truth(more: Annotations = {}): BodySchema<boolean> {
  return { type: 'boolean', ...more }
}

export function list<T>(items: BodySchema<T>, more: Annotations = {}): BodySchema<readonly T[]> {
  return { type: 'array', items, ...more }
}

/** Has these members and no others. */
export function object<R extends Members, O extends Members = Record<never, never>>(
  required: R,
  optional?: O,
  more: Annotations = {},
): BodySchema<MemberValues<R, O>> {
  return { ...openObject(required, optional), additionalProperties: false, ...more }
}

/** May have other members too. */
export function openObject<R extends Members, O extends Members = Record<never, never>>(
  required: R,
  optional?: O,
  more: Annotations = {},
): BodySchema<MemberValues<R, O> & { readonly [name: string]: unknown }> {
  const names = Object.keys(required)
  return {
    type: 'object',
    ...(names.length === 0 ? {} : { required: names }),
    properties: { ...required, ...optional },
    ...more,
  }
}

/** An object of texts under these names. */
export function textsUnder(names: readonly string[]): BodySchema<{ readonly [name: string]: string }> {
  return { type: 'object', propertyNames: { enum: names }, additionalProperties: text() }
}

export function either<A, B>(first: BodySchema<A>, second: BodySchema<B>): BodySchema<A | B> {
  return { anyOf: [first, second] }
}

/** A component of the description, by its name. */
export function component(name: string): BodySchema<{ readonly [name: string]: unknown }> {
  return { $ref: `#/components/schemas/${name}` }
}

/** No body, or an empty object. */
export const NOTHING = object({})
