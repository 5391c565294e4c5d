// A value that is known only when a statement runs: it stands among the parameters of the compiled SQL under its name.

export interface Parameter {
  readonly parameter: string
}

export function param(name: string): Parameter {
  return { parameter: name }
}

export function isParameter(value: unknown): value is Parameter {
  return typeof value === 'object' && value !== null && 'parameter' in value && typeof value.parameter === 'string'
}
