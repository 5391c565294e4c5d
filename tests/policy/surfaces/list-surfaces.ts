// The parameters of lists, with what a naive oracle expects of each.
import { printCondition, readsOf } from '../condition.ts'
import type { Row } from '../entities.ts'
import { oneOf, randomCondition, WORDS } from '../random/random-condition.ts'
import { expandRow, isExpandable, randomExpansion } from './expansion.ts'
import type { MayItem } from './may.ts'
import { mayOf, yesOrNo } from './may.ts'
import { inOrder, sortRows } from './order.ts'
import type { Question, Surface } from './question.ts'
import { isRefused, listed, NOTHING_GRANTED, unknownField } from './question.ts'
import { beginsNear, foundRows, mistyped } from './search.ts'

/** Surfaces by the parameter of a list that they are about; `page` and `plain` have none of their own. */
export const LIST_SURFACES: { readonly [parameter: string]: Surface } = {
  plain: (asking) => listed(asking, {}, inOrder(asking, asking.oracle.visible(asking.entity.name))),
  count(asking) {
    const rows = asking.oracle.visible(asking.entity.name)
    return {
      ...listed(asking, { count: 'exact', limit: '1' }, rows),
      ...isRefused(asking),
      read: (body: { count: number }) => body.count,
      body: rows.length,
    }
  },
  limit: (asking) => {
    const limit = 1 + asking.pick(4)
    return listed(
      asking,
      { limit: String(limit) },
      inOrder(asking, asking.oracle.visible(asking.entity.name)).slice(0, limit),
    )
  },
  filter(asking) {
    const { pick, world, oracle, entity } = asking
    const names = { this: entity.name, me: 'Person' }
    const roles: string[] = []
    const condition = randomCondition(pick, { entities: world.entities, roles, ofReader: true }, names, 1 + pick(2))
    const isKnown = readsOf(condition, world.entities, names).every(([of, field]) =>
      field === undefined ? oracle.known(of).size > 0 : oracle.known(of).has(field),
    )
    if (!isKnown) return unknownField(asking, { filter: printCondition(condition) })
    const whole = new Map((world.rows[entity.name] ?? []).map((row) => [row.id, row]))
    const rows = oracle
      .visible(entity.name)
      .filter((row) => whole.has(row.id) && oracle.asks(condition, entity.name, row))
    return listed(asking, { filter: printCondition(condition) }, inOrder(asking, rows))
  },
  sort(asking) {
    const { pick, oracle, entity } = asking
    const field = oneOf(
      pick,
      entity.fields.filter(({ kind, name }) => (kind !== 'many' && kind !== 'standard') || name === 'id'),
    )
    const descending = pick(2) === 0
    const sort = `${descending ? '-' : ''}${field.name}`
    if (!oracle.known(entity.name).has(field.name)) return unknownField(asking, { sort })
    return listed(asking, { sort }, sortRows(oracle.visible(entity.name), field, descending))
  },
  after(asking) {
    const question = oneOf(asking.pick, [LIST_SURFACES['sort'], LIST_SURFACES['filter'], LIST_SURFACES['search']])?.(
      asking,
    )
    return { ...(question as Question), pages: true }
  },
  search(asking) {
    const { pick } = asking
    const words = Array.from({ length: 1 + pick(2) }, () => oneOf(pick, WORDS).slice(0, 2 + pick(4)))
    return listed(
      asking,
      { search: words.join(' ') },
      foundRows(asking, words, (typed, word) => word.startsWith(typed)),
    )
  },
  near(asking) {
    const { pick } = asking
    const words = Array.from({ length: 1 + pick(2) }, () => mistyped(pick, oneOf(pick, WORDS)))
    const exact = foundRows(asking, words, (typed, word) => word.startsWith(typed))
    const near = foundRows(asking, words, (typed, word) => word.startsWith(typed) || beginsNear(typed, word))
    return listed(asking, { search: words.join(' '), near: 'yes' }, exact.length > 0 ? exact : near)
  },
  fields(asking) {
    const { pick, oracle, entity } = asking
    const names = [...new Set(Array.from({ length: 1 + pick(3) }, () => oneOf(pick, entity.fields).name))]
    const known = oracle.known(entity.name)
    if (!names.every((name) => known.has(name))) return unknownField(asking, { fields: names.join(',') })
    const only = (row: Row): Row =>
      Object.fromEntries(
        Object.entries(row).filter(([name]) => name === 'id' || name === '_version' || names.includes(name)),
      ) as unknown as Row
    return listed(asking, { fields: names.join(',') }, inOrder(asking, oracle.visible(entity.name)).map(only))
  },
  expand(asking) {
    const { oracle, entity } = asking
    const path = randomExpansion(asking)
    if (!isExpandable(asking, path)) return unknownField(asking, { expand: path.join('.') })
    const rows = oracle.visible(entity.name).map((row) => expandRow(asking, entity.name, row, path))
    return listed(asking, { expand: path.join('.') }, inOrder(asking, rows))
  },
  trash(asking) {
    const { oracle, world, entity } = asking
    const { name } = entity
    const rows = (world.trash[name] ?? []).flatMap((row) => oracle.read(name, row) ?? [])
    const question = listed(asking, { trash: 'yes' }, inOrder(asking, rows))
    if (!oracle.mayEver('restore', name)) return { path: question.path, status: NOTHING_GRANTED }
    // How they came there is held in `server/api/lists/trash.test.ts`.
    const read = ({ items }: { items: TrashItem[] }) => items.map(({ _deleted, ...row }) => row)
    return { ...question, read }
  },
  may(asking) {
    const { oracle, entity } = asking
    const rows = oracle.visible(entity.name).map((row) => ({ ...row, _may: mayOf(asking, row) }))
    return {
      ...listed(asking, { may: 'yes' }, inOrder(asking, rows)),
      read: ({ items }: { items: MayItem[] }) => items.map(yesOrNo),
    }
  },
}

interface TrashItem extends Row {
  readonly _deleted?: unknown
}
