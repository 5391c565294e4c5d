// Holds the rows of a random application as they are, and what of them the document and a person see.
import { isDeepStrictEqual } from 'node:util'
import type { Condition, Eyes } from '../condition.ts'
import { evaluate } from '../condition.ts'
import { entityOf } from '../entities.ts'
import type { Row } from '../entities.ts'
import { createOracle } from '../oracle.ts'
import type { Oracle } from '../oracle.ts'
import type { World } from '../world.ts'
import type { PlainEffect, SetSpec } from './work.ts'
import type { Place, State } from './work-state.ts'

export function changedIn(before: Row, after: Row): readonly string[] {
  return Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]))
}

export class WorkRows {
  protected state: State
  protected readonly world: World

  constructor(world: World) {
    this.world = world
    this.state = { rows: world.rows, inbox: [], told: [], sent: [], waiting: new Map() }
  }

  get now(): State {
    return this.state
  }

  /** Makes the oracle of what a person may see at this moment. */
  oracleOf(me: Row | null): Oracle {
    return createOracle({ ...this.world, rows: this.state.rows }, me)
  }

  protected whole(): Eyes {
    return { entities: this.world.entities, rows: (name) => this.state.rows[name] ?? [] }
  }

  protected select({ entity, where }: SetSpec, me: Row | null, authority: 'caller' | 'document'): readonly Row[] {
    const oracle = this.oracleOf(me)
    const eyes = authority === 'document' ? this.whole() : oracle.eyes
    const self = me === null ? null : authority === 'document' ? me : (oracle.read('Person', me) ?? { id: me.id })
    const holds = (role: string, person?: Row): boolean => oracle.holdsRole(role, person)
    const isMet = (condition: Condition, row: Row): boolean =>
      evaluate(condition, { eyes, holds, names: { x0: { entity, row }, me: { entity: 'Person', row: self } } }) === true
    return eyes.rows(entity).filter((row) => isMet(where, row))
  }

  /** Notifies the owner of a record. What the owner may not read is shown as dots. */
  protected notify(entity: string, row: Row): void {
    const person = this.find('Person', row['owner'])
    if (person === undefined) return
    const oracle = this.oracleOf(person)
    const shown = (of: string, about: Row | undefined, field: string): string => {
      if (about === undefined) return ''
      const seen = oracle.read(of, about)
      return seen === undefined || !(field in seen) ? '…' : String(seen[field] ?? '')
    }
    const target = this.targetOf(entity, 'link')
    const isLinkKnown = 'link' in (oracle.read(entity, row) ?? {})
    const linked = this.find(target, row['link'])
    // What an effect before has deleted may have led to what it deleted too: that is read no more, and not empty.
    const isGone = linked === undefined && row['link'] !== null
    const link = isLinkKnown && !isGone ? shown(target, linked, 'title') : '…'
    const text = `${shown(entity, row, 'title')} to ${link}`
    const told = JSON.stringify([person.id, entity, row.id, text])
    if (this.state.told.includes(told)) return
    const { inbox } = this.state
    this.state = {
      ...this.state,
      inbox: [...inbox, { person: person.id, text }],
      told: [...this.state.told, told],
    }
  }

  /**
   * Words a denial so that it says no more than the person may read. Only administrators read what an earlier effect
   * has deleted.
   */
  protected denial({ entity, me }: Place, row: Row | null): string | undefined {
    if (row === null) return undefined
    const readsAll = (me?.['roles'] as readonly string[] | undefined)?.includes('Administrator') === true
    const isThere = this.find(entity, row.id) !== undefined || readsAll
    const seen = isThere ? this.oracleOf(me).read(entity, row) : undefined
    const title = seen !== undefined && 'title' in seen ? ((seen['title'] ?? '') as string) : '…'
    return `Not with ${title}.`
  }

  /** `row` gives, `of` has them. */
  protected friendsAfter(
    { kind, who }: PlainEffect & { readonly kind: 'add' | 'remove' | 'add other' | 'remove other' },
    place: Place,
    row: Row,
    of: Row,
  ): readonly string[] {
    const held = of['friends'] as readonly string[]
    const given = this.given(who, place, row)
    return kind === 'add' || kind === 'add other'
      ? [...held, ...given.filter((person) => !held.includes(person))]
      : held.filter((person) => !given.includes(person))
  }

  protected given(who: 'me' | 'owner' | SetSpec, { me }: Place, row: Row): readonly string[] {
    if (typeof who === 'object') return this.select(who, me, 'document').map(({ id }) => id)
    const person = who === 'me' ? me?.id : (row['owner'] as string | null)
    return person == null ? [] : [person]
  }

  protected put(entity: string, rows: readonly Row[]): void {
    this.state = { ...this.state, rows: { ...this.state.rows, [entity]: rows } }
  }

  protected find(entity: string, id: unknown): Row | undefined {
    return this.state.rows[entity]?.find((row) => row.id === id)
  }

  protected targetOf(entity: string, field: string): string {
    return entityOf(this.world.entities, entity).fields.find((each) => each.name === field)?.target ?? ''
  }
}
