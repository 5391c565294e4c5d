// Lists what the screens of a document ask of its lists: which rows, in which order.
import type { Expression, Node } from '../expressions/node.ts'
import { someNode } from '../expressions/walk.ts'
import type { Entity, Model, Screen, ScreenView, Sort } from '../model/model.ts'
import { usualOrder } from './2-screens.ts'

export interface ListQuestion {
  readonly screen: Screen
  /** The named view of the screen, or the tile, that asks. */
  readonly part: { readonly name: string; readonly for: readonly string[]; readonly line: number }
  /** The list has no view for those who can open none of these. */
  readonly unless: readonly ScreenView[]
  readonly entity: Entity
  readonly conditions: readonly Expression[]
  /** A board asks for one column after the other, each with one value of this field. */
  readonly column: string | undefined
  readonly sort: readonly Sort[]
}

/** Lists of rows, of cards, and of places; a calendar asks by days, and a timeline too. */
const LISTS: ReadonlySet<string> = new Set(['table', 'gallery', 'map', 'board'])

export function listQuestions({ screens, entities }: Model): readonly ListQuestion[] {
  if ('notShown' in screens) return []
  return screens.screens.flatMap((screen) => {
    const { shows } = screen
    const entity = LISTS.has(shows.kind) && 'entity' in shows ? entities.get(shows.entity) : undefined
    const own = [undefined, ...(screen.views ?? [])].map((view) => ({
      screen,
      part: { name: view?.name ?? '', for: (view ?? screen).for, line: (view ?? screen).cite.line },
      unless: view === undefined ? (screen.views ?? []) : [],
      entity,
      conditions: [screen.where, view?.where],
      column: shows.kind === 'board' ? shows.by : undefined,
      sort: entity && usualOrder(screen, view, entity),
    }))
    const tiles = (screen.tiles ?? []).flatMap((tile) => {
      if (tile.shows.kind !== 'table') return []
      const listed = entities.get(tile.shows.entity)
      return [
        {
          screen,
          part: { name: tile.name, for: screen.for, line: tile.cite.line },
          unless: [],
          entity: listed,
          conditions: [tile.shows.where],
          column: undefined,
          sort: tile.shows.sort ?? listed?.order,
        },
      ]
    })
    return [...own, ...tiles].flatMap(({ entity: listed, sort, conditions, ...question }) =>
      listed === undefined || sort === undefined
        ? []
        : [{ ...question, entity: listed, sort, conditions: conditions.filter((each) => each !== undefined) }],
    )
  })
}

/** Fields of the record itself of which the question names one value, the same for all rows: `status == "new"`, `not paid`. */
export function fixedFields({ conditions, column }: Pick<ListQuestion, 'conditions' | 'column'>): readonly string[] {
  const found = conditions.flatMap(({ tree }) => fixedIn(tree))
  return [...new Set(column === undefined ? found : [...found, column])]
}

function fixedIn(node: Node): readonly string[] {
  const compared = yesOrNoCompared(node)
  if (compared.kind !== 'binary') return []
  if (compared.operator === 'and') return [...fixedIn(compared.left), ...fixedIn(compared.right)]
  if (compared.operator !== '==') return []
  return [
    [compared.left, compared.right],
    [compared.right, compared.left],
  ].flatMap(([field, value]) =>
    field !== undefined && isOwnField(field) && value !== undefined && isSameForAll(value) ? [field.field] : [],
  )
}

/** Writes `paid` as `paid == true` and `not paid` as `paid == false`: an index leads to a value, and not to a condition. */
export function yesOrNoCompared(node: Node): Node {
  const [field, value] = node.kind === 'not' ? [node.operand, false] : [node, true]
  if (!isOwnField(field) || field.type.kind !== 'boolean') return node
  const { type, span } = node
  return { kind: 'binary', operator: '==', left: field, right: { kind: 'literal', value, type, span }, type, span }
}

function isOwnField(node: Node): node is Extract<Node, { readonly kind: 'field' }> {
  return node.kind === 'field' && node.record.kind === 'this'
}

const OF_ROWS: ReadonlySet<Node['kind']> = new Set(['this', 'reverse', 'line', 'records'])

function isSameForAll(value: Node): boolean {
  return !someNode(value, ({ kind }) => OF_ROWS.has(kind))
}
