// Validates what the API answers by its own description: status, media type and body.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Schema } from './valid-value.ts'

export interface Description {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: { readonly schemas: { readonly [name: string]: Schema } }
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: { readonly [status: string]: { readonly content?: Content } }
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

interface Content {
  readonly [type: string]: { readonly schema: Schema }
}

export interface Answer {
  readonly status: number
  /** Media type without parameters; undefined: there is no body. */
  readonly type: string | undefined
  readonly text: string
}

const ROOT = 'https://example.com/description'

export class AnswerValidator {
  readonly #ajv = createAjv()
  readonly #validators = new Map<object, ValidateFunction>()

  constructor(description: Description) {
    this.#ajv.addSchema({ $id: ROOT, $defs: withRoot(description.components.schemas) })
  }

  /** Says what is not as it is described; undefined: all is. */
  problemOf({ responses }: Operation, { status, type, text }: Answer): string | undefined {
    const response = responses[String(status)] ?? responses[`${String(status)[0]}XX`]
    if (response === undefined) return `the status ${status} is not described: ${text.slice(0, 200)}`
    if (response.content === undefined)
      return text === '' ? undefined : `a body is not described: ${text.slice(0, 200)}`
    if (type === undefined) return `the body of ${status} is missing`
    const described = Object.entries(response.content).find(([key]) => key.split(';', 1)[0] === type)?.[1]
    if (described === undefined) return `${type} is not described for ${status}: ${text.slice(0, 200)}`
    if (!/[+/]json$/.test(type)) return undefined
    return this.schemaProblem(described.schema, JSON.parse(text))
  }

  schemaProblem(schema: Schema, value: unknown): string | undefined {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(withRoot(schema) as Schema)
    this.#validators.set(schema, validate)
    if (validate(value)) return undefined
    return this.#ajv.errorsText(validate.errors?.slice(0, 3), { separator: '; ' })
  }
}

export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, validateFormats: true })
  addFormats.default(ajv)
  for (const format of ['binary', 'password', 'decimal']) ajv.addFormat(format, true)
  return ajv
}

/** References lead into the description. */
function withRoot(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRoot)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string'
        ? [key, member.replace('#/components/schemas', `${ROOT}#/$defs`)]
        : [key, withRoot(member)],
    ),
  )
}
