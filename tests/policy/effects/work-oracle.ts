// What happens in a random application, worked out naively over rows in memory. Shares no code with the product.
import { isDeepStrictEqual } from 'node:util'
import type { Condition, Eyes } from '../condition.ts'
import { evaluate } from '../condition.ts'
import { entityOf, ownFields } from '../entities.ts'
import type { Row } from '../entities.ts'
import { createOracle } from '../oracle.ts'
import type { Oracle } from '../oracle.ts'
import type { World } from '../world.ts'
import type {
  EffectSpec,
  Occasion,
  PlainEffect,
  OwnCallSpec,
  OwnListSpec,
  SetSpec,
  TransitionSpec,
  Work,
} from './work.ts'
import { deleteRow } from './deletion.ts'
import { DENIED, HOURS_TO_WAIT } from './work.ts'
import type { Outcome, Place, State } from './work-state.ts'
import { Refusal } from './work-state.ts'

const HOUR = 3_600_000

export class WorkOracle {
  private state: State
  private made = 0
  /** How often each kind of effect was done, what was undone included. */
  readonly done = new Map<string, number>()
  private readonly world: World
  private readonly work: Work
  private readonly createdAt: number

  constructor(world: World, work: Work, createdAt: number) {
    this.createdAt = createdAt
    this.world = world
    this.work = work
    this.state = { rows: world.rows, inbox: [], sent: [], waiting: new Map() }
  }

  get now(): State {
    return this.state
  }

  /** What a person may see at this moment. */
  oracleOf(me: Row | null): Oracle {
    return createOracle({ ...this.world, rows: this.state.rows }, me)
  }

  transition(spec: TransitionSpec, me: Row | null, id: string, at: number): Outcome {
    const refusal = this.refusalOf(spec.entity, spec.who ?? 'nobody', me, id)
    if (refusal !== undefined) return refusal
    return this.attempt(() => {
      this.move(spec, id, me, at)
      return { status: [200] }
    })
  }

  call({ entity, who, effects, counted }: OwnCallSpec, me: Row | null, id: string, at: number): Outcome {
    const refusal = this.refusalOf(entity, who, me, id)
    if (refusal !== undefined) return refusal
    return this.attempt(() => {
      const place: Place = { entity, id, me, at, authority: 'caller', last: { row: null } }
      for (const effect of effects) this.apply(effect, place)
      const seen = this.oracleOf(me)
        .visible(entity)
        .find((row) => row.id === id)
      return {
        status: [200],
        body: { count: this.select(counted, me, 'caller').length, title: seen?.['title'] ?? null },
      }
    })
  }

  list({ set }: OwnListSpec, me: Row | null): Outcome {
    const oracle = this.oracleOf(me)
    const items = this.select(set, me, 'caller').map((row) => {
      const named = (field: string, name: string): unknown => {
        const { target = '' } =
          entityOf(this.world.entities, set.entity).fields.find((each) => each.name === field) ?? {}
        return oracle.visible(target).find(({ id }) => id === row[field])?.[name] ?? null
      }
      const owner = row['owner'] ?? null
      const mine = owner === (me?.id ?? null)
      return { title: row['title'] ?? null, owner: named('owner', 'name'), link: named('link', 'title'), mine }
    })
    return { status: [200], body: { items, count: items.length } }
  }

  /** All that waits and is due by then happens, by nobody. */
  pass(at: number): void {
    for (const spec of this.work.transitions.filter(({ who }) => who === undefined))
      for (const { id, ...row } of this.state.rows[spec.entity] ?? []) {
        const entered = this.state.waiting.get(`${id} ${spec.field}`) ?? this.createdAt
        if (!spec.from.includes(String(row[spec.field]))) continue
        if (entered + HOURS_TO_WAIT * HOUR <= at) this.move(spec, id, null, at)
      }
  }

  /** May the person begin it at all? */
  mayBegin({ entity, who = 'nobody' }: Pick<TransitionSpec, 'entity' | 'who'>, me: Row | null, id: string): boolean {
    return this.refusalOf(entity, who, me, id) === undefined
  }

  private refusalOf(entity: string, who: string, me: Row | null, id: string): Outcome | undefined {
    const oracle = this.oracleOf(me)
    const row = this.find(entity, id)
    if (row === undefined || oracle.read(entity, row) === undefined) return { status: me === null ? [401, 404] : [404] }
    if (!oracle.isFor(who, entity, row)) return { status: me === null ? [401, 403] : [403] }
    return undefined
  }

  private attempt(run: () => Outcome): Outcome {
    const before = this.state
    try {
      return run()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.state = before
      return { status: [error.status], ...(error.detail === undefined ? {} : { detail: error.detail }) }
    }
  }

  /** As the document does it: nothing is done to what is gone. */
  private move(
    { entity, name, field, from, to, effects }: TransitionSpec,
    id: string,
    me: Row | null,
    at: number,
  ): void {
    const row = this.find(entity, id)
    if (row === undefined) return
    if (!from.includes(String(row[field]))) throw new Refusal(409)
    const isEntered = row[field] !== to
    this.change(entity, id, { [field]: to }, me, 'state')
    if (isEntered) this.state = { ...this.state, waiting: new Map([...this.state.waiting, [`${id} ${field}`, at]]) }
    const place: Place = { entity, id, me, at, authority: 'document', last: { row } }
    for (const effect of effects) this.apply(effect, place)
    const after = this.find(entity, id)
    if (after !== undefined)
      this.tell(entity, after, row, me, (when) => when.kind === 'done' && when.transition === name)
  }

  /** Rows of the table of outgoing calls; `old`: the record before. */
  private tell(entity: string, row: Row, old: Row | null, me: Row | null, isMeant: (when: Occasion) => boolean): void {
    for (const { when, counted } of this.work.outgoing.filter(
      (each) => each.entity === entity && isMeant(each.occasion),
    )) {
      const titleOf = (of: string, id: unknown): unknown => this.find(of, id)?.['title'] ?? null
      const on = `${entity}${when}`
      const payload =
        counted === undefined
          ? { on, owner: this.find('Person', row['owner'])?.['name'] ?? null }
          : {
              ...{ on, title: row['title'] ?? null, ...(old === null ? {} : { was: old['title'] ?? null }) },
              ...{
                link: titleOf(this.targetOf(entity, 'link'), row['link']),
                count: this.select(counted, me, 'document').length,
              },
            }
      this.tally('outgoing')
      this.state = { ...this.state, sent: [...this.state.sent, payload] }
    }
  }

  private apply(effect: EffectSpec, place: Place): void {
    switch (effect.kind) {
      case 'try': {
        const [before, last] = [this.state, place.last.row]
        try {
          return this.apply(effect.first, place)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          this.state = before
          place.last.row = last
          this.tally('otherwise')
          return this.apply(effect.otherwise, place)
        }
      }
      case 'for each': {
        const { entity } = effect.set
        for (const { id } of this.select(effect.set, place.me, place.authority))
          this.apply(effect.inner, { ...place, each: { entity, id } })
        return
      }
      default: {
        const row = this.own(place)
        if (effect.if === undefined || this.isMet(effect.if, place, row)) this.applyPlain(effect, place, row)
      }
    }
  }

  private own({ entity, id, authority, last }: Place): Row | null {
    const found = this.find(entity, id)
    if (found !== undefined) last.row = found
    return found ?? (authority === 'document' ? last.row : null)
  }

  /** Of the document: it sees all. */
  private isMet(condition: Condition, { entity, me, authority, each }: Place, row: Row | null): boolean {
    const names = {
      [authority === 'document' ? 'this' : entity.toLowerCase()]: { entity, row },
      me: { entity: 'Person', row: me },
      ...(each === undefined
        ? {}
        : { each_one: { entity: each.entity, row: this.find(each.entity, each.id) ?? null } }),
    }
    const oracle = this.oracleOf(me)
    const holds = (role: string, person?: Row): boolean => oracle.holdsRole(role, person)
    return evaluate(condition, { eyes: this.whole(), holds, names }) === true
  }

  private tally(kind: string): void {
    this.done.set(kind, (this.done.get(kind) ?? 0) + 1)
  }

  private applyPlain(effect: PlainEffect, place: Place, row: Row | null): void {
    this.tally(effect.kind)
    const { entity, id, me, at, authority, each } = place
    const transitionOf = (of: string, name: string): TransitionSpec | undefined =>
      this.work.transitions.find((spec) => spec.entity === of && spec.name === name)
    switch (effect.kind) {
      case 'set':
        return this.setOwn(place, { title: effect.title })
      case 'update':
        for (const found of this.select(effect.set, me, authority))
          this.change(effect.set.entity, found.id, { title: effect.title }, me)
        return
      case 'create':
        return this.create(effect.entity, effect.title, me)
      case 'delete':
        for (const found of this.select(effect.set, me, authority)) this.remove(effect.set.entity, found.id, me)
        return
      case 'delete own':
        return this.remove(entity, id, me)
      case 'refuse':
        throw new Refusal(DENIED.status, this.denial(place, row))
      case 'add':
      case 'remove': {
        if (row === null) return
        const held = row['friends'] as readonly string[]
        const given = this.given(effect.who, place, row)
        const friends =
          effect.kind === 'add'
            ? [...held, ...given.filter((person) => !held.includes(person))]
            : held.filter((person) => !given.includes(person))
        return this.setOwn(place, { friends })
      }
      case 'do': {
        const seen = row === null || authority === 'document' ? row : this.oracleOf(me).read(entity, row)
        const link = seen?.['link'] ?? null
        const spec = transitionOf(effect.entity, effect.transition)
        const isSeen =
          typeof link === 'string' &&
          (authority === 'document' ||
            this.oracleOf(me)
              .visible(effect.entity)
              .some((other) => other.id === link))
        if (spec !== undefined && isSeen) this.move(spec, link, me, at)
        return
      }
      case 'notify':
        if (row !== null) this.notify(entity, row)
        return
      case 'send': {
        const link = this.find(this.targetOf(entity, 'link'), row?.['link'])
        const count = this.select(effect.set, me, 'document').length
        const payload = { title: row?.['title'] ?? null, link: link?.['title'] ?? null, count }
        this.state = { ...this.state, sent: [...this.state.sent, payload] }
        return
      }
      case 'do each': {
        const spec = transitionOf(effect.entity, effect.transition)
        if (spec !== undefined && each !== undefined) this.move(spec, each.id, me, at)
        return
      }
      case 'set each':
        if (each !== undefined) this.change(each.entity, each.id, { title: effect.title }, me)
        return
      case 'create each': {
        const title = each && this.find(each.entity, each.id)?.['title']
        return this.create(effect.entity, (title ?? null) as string | null, me)
      }
      case 'delete each':
        if (each !== undefined) this.remove(each.entity, each.id, me)
    }
  }

  private given(who: 'me' | 'owner' | SetSpec, { me }: Place, row: Row): readonly string[] {
    if (typeof who === 'object') return this.select(who, me, 'document').map(({ id }) => id)
    const person = who === 'me' ? me?.id : (row['owner'] as string | null)
    return person == null ? [] : [person]
  }

  /** In words that tell no more than the person may read. */
  private denial({ entity, me }: Place, row: Row | null): string | undefined {
    if (row === null) return undefined
    const seen = this.find(entity, row.id) === undefined ? undefined : this.oracleOf(me).read(entity, row)
    const title = seen !== undefined && 'title' in seen ? ((seen['title'] ?? '') as string) : '…'
    return `Not with ${title}.`
  }

  private setOwn(place: Place, values: object): void {
    this.change(place.entity, place.id, values, place.me, place.authority === 'document' ? 'with the rest' : undefined)
    if (place.last.row !== null) place.last.row = { ...place.last.row, ...values }
  }

  /** Nothing is left to remove of what is gone. */
  private remove(entity: string, id: string, me: Row | null): void {
    if (this.find(entity, id) === undefined) return
    const rows = deleteRow(this.world.entities, this.state.rows, id)
    if (rows === undefined) throw new Refusal(409)
    this.tally('deleted')
    const before = this.state.rows
    this.state = { ...this.state, rows }
    for (const [of, all] of Object.entries(before))
      for (const row of all)
        if (this.find(of, row.id) === undefined) this.tell(of, row, row, me, ({ kind }) => kind === 'deleted')
  }

  private whole(): Eyes {
    return { entities: this.world.entities, rows: (name) => this.state.rows[name] ?? [] }
  }

  /** What the owner may not read is shown as dots. */
  private notify(entity: string, row: Row): void {
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
    const link = isLinkKnown ? shown(target, this.find(target, row['link']), 'title') : '…'
    const text = `${shown(entity, row, 'title')} to ${link}`
    this.state = { ...this.state, inbox: [...this.state.inbox, { person: person.id, text }] }
  }

  private select({ entity, where }: SetSpec, me: Row | null, authority: 'caller' | 'document'): readonly Row[] {
    const oracle = this.oracleOf(me)
    const eyes = authority === 'document' ? this.whole() : oracle.eyes
    const self = me === null ? null : authority === 'document' ? me : (oracle.read('Person', me) ?? { id: me.id })
    const holds = (role: string, person?: Row): boolean => oracle.holdsRole(role, person)
    const isMet = (condition: Condition, row: Row): boolean =>
      evaluate(condition, { eyes, holds, names: { x0: { entity, row }, me: { entity: 'Person', row: self } } }) === true
    return eyes.rows(entity).filter((row) => isMet(where, row))
  }

  private create(entity: string, title: string | null, me: Row | null): void {
    const by = me?.id ?? null
    const empty = ownFields(entityOf(this.world.entities, entity)).map(({ name, kind, binds }) => [
      name,
      kind === 'many' ? [] : binds === undefined ? null : 'low',
    ])
    const row = {
      ...(Object.fromEntries(empty) as object),
      ...{ id: `made ${++this.made}`, created_by: by, updated_by: by, title, owner: by },
    } as Row
    this.put(entity, [...(this.state.rows[entity] ?? []), row])
    this.tell(entity, row, null, me, ({ kind }) => kind === 'created')
  }

  /** What changes nothing leaves no trace, but for a transition; what changes with one is no change of its own. */
  private change(entity: string, id: string, values: object, me: Row | null, kind?: 'state' | 'with the rest'): void {
    const rows = this.state.rows[entity] ?? []
    const by = me?.id ?? null
    const before = this.find(entity, id)
    if (before === undefined) return
    const changed = Object.entries(values).flatMap(([field, value]) =>
      isDeepStrictEqual(before[field], value) ? [] : [field],
    )
    if (kind !== 'state' && changed.length === 0) return
    const after = { ...before, ...values, updated_by: by }
    this.put(
      entity,
      rows.map((row) => (row === before ? after : row)),
    )
    if (kind !== undefined) return
    const isMeant = (when: Occasion): boolean =>
      when.kind === 'changed' && (when.field === undefined || changed.includes(when.field))
    this.tell(entity, after, before, me, isMeant)
  }

  private put(entity: string, rows: readonly Row[]): void {
    this.state = { ...this.state, rows: { ...this.state.rows, [entity]: rows } }
  }

  private find(entity: string, id: unknown): Row | undefined {
    return this.state.rows[entity]?.find((row) => row.id === id)
  }

  private targetOf(entity: string, field: string): string {
    return entityOf(this.world.entities, entity).fields.find((each) => each.name === field)?.target ?? ''
  }
}
