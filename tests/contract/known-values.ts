// Finds values that a call needs and no schema holds: ids of records that the caller may read, keys in addresses.
import type { Description } from './answer-validator.ts'
import type { Schema, ValueSource } from './valid-value.ts'

interface Item {
  readonly id: string
  readonly _may?: {
    readonly update: { readonly [field: string]: unknown }
    readonly delete: { readonly allowed: unknown }
    readonly transitions: { readonly [name: string]: { readonly allowed: unknown } }
  }
  readonly [field: string]: unknown
}

/** Records that somebody reads, by the first segment of their path and by their entity. */
export class KnownValues {
  readonly #byPath = new Map<string, readonly Item[]>()
  readonly #byEntity = new Map<string, readonly Item[]>()

  /** Asks every list of the description. */
  async learn(description: Description, read: (path: string) => Promise<string>): Promise<void> {
    for (const [path, { get }] of Object.entries(description.paths)) {
      const schema = get?.responses['200']?.content?.['application/json']?.schema
      const entity = schema?.properties?.['items']?.items?.$ref?.split('/').at(-1)
      if (entity === undefined || entity.includes('.')) continue
      const { items } = JSON.parse(await read(`${path}?may=yes&limit=30`)) as { readonly items: readonly Item[] }
      this.#byPath.set(path, items)
      this.#byEntity.set(entity, items)
    }
  }

  /** The last one: it was made last, and least depends on it. */
  idOf(entity: string | undefined): string {
    const known = entity === undefined ? [...this.#byEntity.values()].flat() : this.#byEntity.get(entity)
    return known?.at(-1)?.id ?? NO_RECORD
  }

  /**
   * The value of a parameter of a path: the id of a record below it with which the operation may be done, or that
   * member of some record.
   */
  forPath(path: string, name: string, operation: string): string | undefined {
    const items = this.#byPath.get(path.split('/').slice(0, 3).join('/')) ?? []
    const all = [...items, ...[...this.#byEntity.values()].flat()]
    const fitting = items.find((item) => mayBeDone(item, operation)) ?? items.at(-1)
    const value = (name === 'id' && fitting !== undefined ? fitting : all.find((item) => isText(item[name])))?.[name]
    return isText(value) ? String(value) : undefined
  }

  source(description: Description, isFull: boolean): ValueSource {
    const { schemas } = description.components
    return {
      resolve: (reference) => schemas[reference.split('/').at(-1) ?? ''] as Schema,
      idOf: (entity) => this.idOf(entity),
      isFull,
    }
  }
}

export const NO_RECORD = '01a1fc8f-5911-77a7-88f4-ea17316eee02'

function isText(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

/** `operation`: "resolve_Ticket". */
function mayBeDone({ _may: may }: Item, operation: string): boolean {
  if (may === undefined) return false
  const verb = operation.slice(0, operation.lastIndexOf('_'))
  if (verb === 'update') return Object.values(may.update).some((each) => each === true)
  return (verb === 'delete' ? may.delete : may.transitions[verb])?.allowed === true
}
