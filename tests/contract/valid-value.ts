// Makes values that a JSON schema admits, and values that it does not.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly anyOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
  readonly required?: readonly string[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export interface ValueSource {
  /** The schema that a reference names. */
  readonly resolve: (reference: string) => Schema
  /** Id of a record of an entity; of any if none is named. */
  readonly idOf: (entity: string | undefined) => string
  /** Are members that may be left out given too? */
  readonly isFull: boolean
}

export function validValue(schema: Schema, source: ValueSource): unknown {
  if (schema.$ref !== undefined) return validValue({ ...source.resolve(schema.$ref), ...siblings(schema) }, source)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf?.[0] !== undefined) return validValue({ ...schema.anyOf[0], ...siblings(schema) }, source)
  const [type] = [schema.type ?? 'object'].flat()
  switch (type) {
    case 'object': {
      const names = source.isFull ? Object.keys(schema.properties ?? {}) : (schema.required ?? [])
      return Object.fromEntries(names.map((name) => [name, validValue(schema.properties?.[name] ?? {}, source)]))
    }
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, source.isFull ? 1 : 0)
      return Array.from({ length: Math.min(count, 1) }, () =>
        validValue({ ...schema.items, ...(schema.description && { description: schema.description }) }, source),
      )
    }
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1))
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return validText(schema, source)
  }
}

function siblings({ description }: Schema): Schema {
  return description === undefined ? {} : { description }
}

function validText({ format, pattern, minLength = 0, description = '' }: Schema, { idOf }: ValueSource): string {
  if (format === 'uuid') return idOf(/\bids? of (\w+)/i.exec(description)?.[1])
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format]
  if (pattern === undefined) return 'a'.padEnd(minLength, 'b')
  const found = TEXTS.find((text) => text.length >= minLength && new RegExp(pattern, 'u').test(text))
  if (found === undefined) throw new Error(`Give a text of the pattern ${pattern}.`)
  return found
}

const FORMATS: { readonly [format: string]: string | undefined } = {
  date: '2026-12-01',
  'date-time': '2026-12-01T10:00:00Z',
  decimal: '1',
  duration: 'PT1H',
  email: 'somebody.new@example.com',
  uri: 'https://example.com/a',
  password: 'a quiet sentence',
}
const TEXTS = [
  '2026-12-01',
  'DE02120300000000202051',
  '1',
  '1.0',
  '1.00',
  '10:00',
  '#112233',
  '+49 30 5550 1',
  'a-b',
  '/api/nothing',
  '9780000000002',
  'DE',
  'A1',
  '1000',
]

/** A value of another type than the schema has; undefined: it admits all. */
export function invalidValue(schema: Schema, { resolve }: Pick<ValueSource, 'resolve'>): unknown {
  const { type } = schema.$ref === undefined ? schema : resolve(schema.$ref)
  if (type === undefined) return undefined
  return [type].flat().includes('object') ? 'no object' : { no: 'object' }
}
