// Makes the smallest body that a route's schema takes, with one text wherever a text may stand.
import { FIXED_ROUTES } from '../../server/api/router.ts'

interface Schema {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly required?: readonly string[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly items?: Schema
}

/** `{ title: text }` for records, whose members the document decides. */
export function validBody(method: string, path: string, text: string): object {
  const route = FIXED_ROUTES.find((each) => each.method === method && each.path === path)
  if (route === undefined) return { title: text }
  return (route.body === undefined ? {} : valueOf(route.body, text)) as object
}

function valueOf(schema: Schema, text: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const type = Array.isArray(schema.type) ? (schema.type[0] as unknown) : schema.type
  if (type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, valueOf(schema.properties?.[name] ?? {}, text)]),
    )
  if (type === 'array') return schema.items === undefined ? [] : [valueOf(schema.items, text)]
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  return schema.format === 'email' ? 'somebody@example.com' : text
}
