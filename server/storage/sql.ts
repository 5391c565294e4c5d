// Builds SQL from pieces whose values stay apart from the text until it is compiled.
//
//   sql`SELECT ${sql.raw(column)} FROM t1 WHERE id = ${id}`   →   SELECT c2 FROM t1 WHERE id = ?   with [id]
//
// A query builder would do; its 250 modules took 0.1 s of each start, for these four functions.

/** A piece of SQL, with the values to bind in it. */
export class Sql {
  /** Texts, and between them the values: always one text more. */
  private readonly texts: readonly string[]
  private readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }

  /** `placeholder`: what stands for the value at this position, from 1. */
  compile(placeholder: (position: number) => string = () => '?'): {
    readonly sql: string
    readonly parameters: readonly unknown[]
  } {
    const parameters: unknown[] = []
    const write = (piece: Sql): string =>
      piece.texts.reduce((text, next, at) => {
        const value = piece.values[at - 1]
        return text + (value instanceof Sql ? write(value) : placeholder(parameters.push(value))) + next
      })
    return { sql: write(this), parameters }
  }
}

/** A piece in a place is put there as it is; any other value is bound. */
export function sql(texts: readonly string[], ...values: readonly unknown[]): Sql {
  return new Sql(texts, values)
}

/** Text that we wrote ourselves: names of tables and columns, operators. */
sql.raw = (text: string): Sql => new Sql([text], [])

/** A value written out, quoted. */
sql.lit = (value: string | number | bigint | boolean | null): Sql =>
  sql.raw(typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

sql.join = (pieces: readonly unknown[], separator: Sql = sql.raw(', ')): Sql =>
  new Sql(
    ['', ...pieces.map(() => '')],
    pieces.flatMap((piece, at) => (at === 0 ? [piece] : [new Sql(['', '', ''], [separator, piece])])),
  )
