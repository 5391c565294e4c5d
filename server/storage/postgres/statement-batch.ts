// Sends statements to PostgreSQL in one piece, which the server answers in one piece, and reads their rows.
//
// The driver sends each statement with a question of its own for what the rows are made of, and has the server answer each by
// itself: that takes both sides longer than most statements take to run.
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { Pool, Query } from 'pg'
import type { SqlRow, SqlValue } from '../executor.ts'
import { LruCache } from '../lru-cache.ts'
import type { WireConnection } from './open-connection.ts'
import { asItIs, ROW_TYPES } from './row-types.ts'

type WireValue = string | Uint8Array | null
/** Reads the values of a column that are not left as texts. */
interface ColumnReader {
  readonly at: number
  readonly read: (text: string) => unknown
}
type TypeNumber = Parameters<typeof ROW_TYPES.getTypeParser>[0]

export interface SentStatement {
  readonly text: string
  /** The name under which connections keep what they have parsed and planned; undefined: they keep nothing. */
  readonly name: string | undefined
  readonly values: readonly WireValue[]
  /** The number of rows after which the server ends. Its planner does not know of it. */
  readonly mostRows?: number | undefined
  /** Called with its answer, also where one behind it in the same piece fails. */
  readonly answered?: ((answer: StatementAnswer) => void) | undefined
  /** Called where it is the one that failed. */
  readonly failed?: (() => void) | undefined
}

export interface StatementAnswer {
  readonly rows: readonly SqlRow[]
  /** The number of rows that were changed or read. */
  readonly count: number
}

interface StatementText {
  readonly text: string
  /** None before its second use. */
  name?: string
}

/** Most statements come again and again, and to parse and plan them takes the server longer than to run them. */
const statements = new LruCache<StatementText>(2_000)

/** Numbers the parameters: each `?` outside of quotes becomes `$1`, `$2` and so on. `isKept`: connections may keep what they plan. */
export function statementOf(sql: string, parameters: readonly SqlValue[], isKept = true): SentStatement {
  const { text, name } = textOf(sql)
  return { text, name: isKept ? name : undefined, values: parameters.map(onWire) }
}

function textOf(sql: string): StatementText {
  const known = statements.get(sql)
  if (known !== undefined) {
    known.name ??= createHash('sha1').update(known.text).digest('base64url')
    return known
  }
  let position = 0
  const text = sql.replaceAll(/'(?:[^']|'')*'|\?/g, (found) => (found === '?' ? `$${(position += 1)}` : found))
  statements.set(sql, { text })
  return { text }
}

/** No text of the server holds the character 0. No field holds the next one either, so that it compares with every text as 0 would. */
function onWire(value: SqlValue): WireValue {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\u0001') : value
  if (value === null) return null
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return String(value)
}

/** Runs statements one after the other. The error of the first that fails is thrown, and the server passes over those behind it. */
export function sendStatements(
  client: ClientBase | Pool,
  sent: readonly SentStatement[],
): Promise<readonly StatementAnswer[]> {
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, answers: readonly StatementAnswer[]): void =>
      error == null ? resolve(answers) : reject(error)
    if (client instanceof Pool) void client.query(new StatementBatch(sent) as never, settle as never)
    else void client.query(new StatementBatch(sent, settle) as never)
  })
}

/** A statement that a connection keeps under its name. */
interface KeptStatement {
  /** How the columns of its rows are read, once the server has described them. */
  readers: readonly ColumnReader[] | undefined
  /** An error came before it was known whether the server keeps it. */
  isDoubtful: boolean
}

const prepared = new WeakMap<WireConnection, Map<string, KeptStatement>>()

interface Part {
  readonly kept: KeptStatement | undefined
  readonly isNew: boolean
  readers: readonly ColumnReader[] | undefined
  readonly rows: SqlRow[]
  count: number
}

class StatementBatch extends Query {
  readonly statements: readonly SentStatement[]
  callback: ((error: unknown, answers: readonly StatementAnswer[]) => void) | undefined
  readonly #parts: Part[] = []
  #at = 0

  constructor(sent: readonly SentStatement[], callback?: StatementBatch['callback']) {
    super(sent[0]?.text ?? '')
    this.statements = sent
    this.callback = callback
  }

  override submit = (driver: unknown): null => {
    const connection = driver as WireConnection
    let known = prepared.get(connection)
    if (known === undefined) prepared.set(connection, (known = new Map()))
    connection.stream.cork()
    try {
      for (const statement of this.statements) this.#parts.push(send(connection, known, statement))
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly dataTypeID: TypeNumber }[] }): void {
    const part = this.#parts[this.#at]
    if (part !== undefined)
      part.readers = fields.flatMap(({ dataTypeID }, at) => {
        const read = ROW_TYPES.getTypeParser(dataTypeID, 'text') as ColumnReader['read']
        return read === asItIs ? [] : { at, read }
      })
  }

  handleDataRow({ fields }: { readonly fields: unknown[] }): void {
    const part = this.#parts[this.#at]
    if (part === undefined) return
    for (const { at, read } of part.readers ?? []) {
      const text = fields[at]
      if (typeof text === 'string') fields[at] = read(text)
    }
    part.rows.push(fields)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#complete(Number(text.slice(text.lastIndexOf(' ') + 1)))
  }

  handlePortalSuspended(): void {
    this.#complete(this.#parts[this.#at]?.rows.length ?? 0)
  }

  handleEmptyQuery(): void {
    this.#complete(0)
  }

  handleError(error: unknown): void {
    this.statements[this.#at]?.failed?.()
    for (const { kept, isNew } of this.#parts.slice(this.#at)) if (isNew && kept !== undefined) kept.isDoubtful = true
    this.callback?.(error, [])
  }

  handleReadyForQuery(): void {
    this.callback?.(null, this.#parts)
  }

  #complete(count: number): void {
    const part = this.#parts[this.#at]
    this.#at += 1
    if (part === undefined) return
    part.count = Number.isNaN(count) ? 0 : count
    if (part.kept !== undefined) part.kept.readers ??= part.readers ?? []
    this.statements[this.#at - 1]?.answered?.(part)
  }
}

function send(connection: WireConnection, known: Map<string, KeptStatement>, statement: SentStatement): Part {
  const { text, name, values, mostRows } = statement
  let kept = name === undefined ? undefined : known.get(name)
  if (name !== undefined && kept?.isDoubtful === true) connection.close({ type: 'S', name })
  const isNew = kept === undefined || kept.isDoubtful
  if (isNew) {
    connection.parse({ text, name })
    if (name !== undefined) known.set(name, (kept = { readers: undefined, isDoubtful: false }))
  }
  connection.bind({ statement: name, values })
  if (kept?.readers === undefined) connection.describe({ type: 'P' })
  connection.execute(mostRows === undefined ? undefined : { rows: mostRows })
  return { kept, isNew, readers: kept?.readers, rows: [], count: 0 }
}
