// Writes the definition of one database function in PL/pgSQL.

interface Options {
  /** `stable` is true for a function that reads the table of time zones. */
  readonly stable?: boolean
}

/** `signature`: name and arguments. `body`: statements of PL/pgSQL, or with `DECLARE` before them a whole block. */
export function defineFunction(signature: string, returns: string, body: string, options: Options = {}): string {
  const block = body.trimStart().startsWith('DECLARE') ? body : `BEGIN\n${body}\nEND`
  const kind = options.stable === true ? 'STABLE' : 'IMMUTABLE'
  return `CREATE OR REPLACE FUNCTION ${signature} RETURNS ${returns} LANGUAGE plpgsql ${kind} STRICT PARALLEL SAFE AS $v$\n${block}\n$v$`
}

/** A function that is one expression. */
export function defineValue(signature: string, returns: string, value: string, options: Options = {}): string {
  return defineFunction(signature, returns, `RETURN ${value};`, options)
}
