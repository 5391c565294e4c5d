// Finds the schemas that a part of a description names, directly or through one another.

export interface NamedSchemas {
  readonly [name: string]: object
}

/** Gives those of `schemas` that `value` names, and those that these name. */
export function schemasNamedIn(value: unknown, schemas: NamedSchemas): NamedSchemas {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const name = nameIn(part)
    if (name !== undefined && schemas[name] !== undefined && !found.has(name)) {
      found.add(name)
      visit(schemas[name])
    }
    Object.values(part).forEach(visit)
  }
  visit(value)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)))
}

/** Finds the name of the component that a schema refers to. */
export function nameIn(schema: object): string | undefined {
  const { $ref } = schema as { readonly $ref?: unknown }
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
}
