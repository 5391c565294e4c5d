// Builds the JSON schemas of answers, which have no limits of length and may get further members.

/** A JSON Schema as plain data. */
export interface AnswerSchema {
  readonly [keyword: string]: unknown
}

interface Members {
  readonly [name: string]: AnswerSchema
}

export const TEXT: AnswerSchema = { type: 'string' }
export const ID: AnswerSchema = { type: 'string', format: 'uuid' }
/** RFC 3339. */
export const MOMENT: AnswerSchema = { type: 'string', format: 'date-time' }
export const WHOLE: AnswerSchema = { type: 'integer' }
export const FLAG: AnswerSchema = { type: 'boolean' }
/** The member is there, or it is not. */
export const PRESENT: AnswerSchema = { type: 'boolean', const: true }
export const ANY: AnswerSchema = {}

export function answer(required: Members, optional: Members = {}): AnswerSchema {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } }
}

export function listOf(items: AnswerSchema): AnswerSchema {
  return { type: 'array', items }
}

/** An object with a member of this schema under each name. */
export function mapOf(member: AnswerSchema): AnswerSchema {
  return { type: 'object', additionalProperties: member }
}

export function orNull(schema: AnswerSchema): AnswerSchema {
  return typeof schema['type'] === 'string'
    ? {
        ...schema,
        type: [schema['type'], 'null'],
        ...(Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as unknown[]), null] } : {}),
      }
    : { anyOf: [schema, { type: 'null' }] }
}

export function words(...known: readonly string[]): AnswerSchema {
  return { type: 'string', enum: known }
}

export function eitherOf(...schemas: readonly AnswerSchema[]): AnswerSchema {
  return { anyOf: schemas }
}

/** A page of a list. */
export function listPage(item: AnswerSchema, more: Members = {}): AnswerSchema {
  return answer({ items: listOf(item), next: orNull(TEXT), ...more })
}

export function itemsOf(item: AnswerSchema): AnswerSchema {
  return answer({ items: listOf(item) })
}

/** A person in a list; null: the system. The name is absent where they may not be read. */
export const SOMEBODY: AnswerSchema = orNull(answer({ id: TEXT }, { name: TEXT }))
