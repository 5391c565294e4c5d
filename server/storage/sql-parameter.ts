// Declares a named parameter of compiled SQL, whose value is known when a statement runs.

export interface SqlParameter {
  readonly parameter: string
}

export function sqlParameter(name: string): SqlParameter {
  return { parameter: name }
}

export function isSqlParameter(value: unknown): value is SqlParameter {
  return typeof value === 'object' && value !== null && 'parameter' in value && typeof value.parameter === 'string'
}
