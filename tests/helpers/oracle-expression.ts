// A naive reading of conditions, written apart from the product: text in, three-valued truth out, all records in memory.
// It knows no more of the language than the documents of its tests use, and throws on the rest.

export interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

export interface World {
  /** All rows of each entity, with all fields. */
  readonly rows: { readonly [entity: string]: readonly Row[] }
  /** What a relation points to: `Ticket.requester` → `Person`. */
  readonly relations: { readonly [field: string]: string }
  /** Roles that include each role, itself among them. */
  readonly included: { readonly [role: string]: readonly string[] }
}

interface Place {
  readonly world: World
  readonly entity: string
  readonly row: Row
  readonly me: Row | null
}

/** A row together with its entity, so that a path can go on from it. */
interface Found {
  readonly entity: string
  readonly row: Row
}

type Answer = string | number | boolean | null | Found | readonly unknown[]

/** true, false, or null for unknown. */
export function isTrueFor(condition: string, world: World, entity: string, row: Row, me: Row | null): boolean {
  const reader = { tokens: tokensOf(condition), at: 0 }
  const answer = readOr(reader, { world, entity, row, me })
  if (reader.at !== reader.tokens.length)
    throw new Error(`the oracle can't read "${condition}" from "${reader.tokens[reader.at]}" on`)
  return answer === true
}

interface Tokens {
  readonly tokens: readonly string[]
  at: number
}

function tokensOf(text: string): string[] {
  return text.match(/"[^"]*"|[A-Za-z_]\w*|\d+|==|!=|[().,[\]]/g) ?? []
}

function readOr(reader: Tokens, place: Place): Answer {
  let left = readAnd(reader, place)
  while (take(reader, 'or')) {
    const right = readAnd(reader, place)
    left = left === true || right === true ? true : left === null || right === null ? null : false
  }
  return left
}

function readAnd(reader: Tokens, place: Place): Answer {
  let left = readNot(reader, place)
  while (take(reader, 'and')) {
    const right = readNot(reader, place)
    left = left === false || right === false ? false : left === null || right === null ? null : true
  }
  return left
}

function readNot(reader: Tokens, place: Place): Answer {
  if (!take(reader, 'not')) return readComparison(reader, place)
  const answer = readNot(reader, place)
  return answer === null ? null : answer !== true
}

function readComparison(reader: Tokens, place: Place): Answer {
  const left = readPath(reader, place)
  if (take(reader, '==')) return isSame(left, readPath(reader, place))
  if (take(reader, '!=')) return !isSame(left, readPath(reader, place))
  if (!take(reader, 'in')) return left
  const list = readPath(reader, place)
  return left === null || !Array.isArray(list) ? null : list.some((each) => isSame(left, each as Answer))
}

function readPath(reader: Tokens, place: Place): Answer {
  let value = readStart(reader, place)
  while (take(reader, '.')) value = stepTo(next(reader), value, reader, place)
  return value
}

function readStart(reader: Tokens, place: Place): Answer {
  const word = next(reader)
  if (word === '(') {
    const value = readOr(reader, place)
    expect(reader, ')')
    return value
  }
  if (word === '[') {
    const items: Answer[] = []
    while (!take(reader, ']')) {
      items.push(readPath(reader, place))
      take(reader, ',')
    }
    return items
  }
  if (word.startsWith('"')) return word.slice(1, -1)
  if (/^\d/.test(word)) return Number(word)
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  if (word === 'me') return place.me && { entity: 'Person', row: place.me }
  const self = { entity: place.entity, row: place.row }
  return word === 'this' ? self : stepTo(word, self, reader, place)
}

function stepTo(name: string, from: Answer, reader: Tokens, { world }: Place): Answer {
  if (name === 'is' && take(reader, '(')) {
    const role = next(reader).slice(1, -1)
    expect(reader, ')')
    if (from === null) return null
    const held = (from as Found).row['roles'] as readonly string[]
    return (world.included[role] ?? []).some((one) => held.includes(one))
  }
  if (from === null) return null
  const { entity, row } = from as Found
  if (!(name in row)) throw new Error(`the oracle knows no ${entity}.${name}`)
  const value = row[name] as Answer
  const target = world.relations[`${entity}.${name}`]
  if (target === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((id) => rowOf(world, target, String(id)))
  return rowOf(world, target, String(value))
}

function rowOf(world: World, entity: string, id: string): Found {
  const row = world.rows[entity]?.find((one) => one.id === id)
  if (row === undefined) throw new Error(`the oracle has no ${entity} ${id}`)
  return { entity, row }
}

function isSame(left: Answer, right: Answer): boolean {
  return keyOf(left) === keyOf(right)
}

function keyOf(value: Answer): unknown {
  return value !== null && typeof value === 'object' && 'row' in value ? value.row.id : value
}

function take(reader: Tokens, word: string): boolean {
  if (reader.tokens[reader.at] !== word) return false
  reader.at++
  return true
}

function expect(reader: Tokens, word: string): void {
  if (!take(reader, word)) throw new Error(`the oracle expected "${word}" and not "${reader.tokens[reader.at]}"`)
}

function next(reader: Tokens): string {
  const word = reader.tokens[reader.at++]
  if (word === undefined) throw new Error('the oracle reached the end of a condition')
  return word
}
