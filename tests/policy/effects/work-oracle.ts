// What happens in a random application, worked out naively over rows in memory. Shares no code with the product.
import type { Condition } from '../condition.ts'
import { evaluate } from '../condition.ts'
import { entityOf, ownFields } from '../entities.ts'
import type { Row } from '../entities.ts'
import type { World } from '../world.ts'
import type {
  EffectSpec,
  EventSpec,
  Occasion,
  PlainEffect,
  OwnCallSpec,
  OwnListSpec,
  TransitionSpec,
  Work,
} from './work.ts'
import { deleteRow } from './deletion.ts'
import { DENIED, HOURS_TO_WAIT } from './work.ts'
import { changedIn, WorkRows } from './work-rows.ts'
import type { Outcome, Place } from './work-state.ts'
import { Refusal } from './work-state.ts'

const HOUR = 3_600_000

export class WorkOracle extends WorkRows {
  private made = 0
  /** How often each kind of effect was done, what was undone included. */
  readonly done = new Map<string, number>()
  private readonly work: Work
  private readonly createdAt: number

  constructor(world: World, work: Work, createdAt: number) {
    super(world)
    this.createdAt = createdAt
    this.work = work
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
        if (entered + HOURS_TO_WAIT * HOUR > at) continue
        const { status } = this.attempt(() => {
          this.move(spec, id, null, at)
          return { status: [200] }
        })
        if (status[0] !== 200) this.tally('refused by itself')
        else if (this.find(spec.entity, id) === undefined) this.tally('deleted by itself')
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
    this.state = { ...this.state, told: [] }
    const before = this.state
    try {
      return run()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.state = before
      return { status: [error.status], ...(error.detail === undefined ? {} : { detail: error.detail }) }
    }
  }

  /** Runs a transition as the document does it. Nothing is done to a record that is gone. */
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

  /** Rows of the table of outgoing calls; `old`: the record before; `trash`: what was deleted with it. */
  private tell(
    entity: string,
    row: Row,
    old: Row | null,
    me: Row | null,
    isMeant: (when: Occasion) => boolean,
    trash: readonly Row[] = [],
  ): void {
    const related = (of: string, id: unknown): Row | undefined =>
      this.find(of, id) ?? trash.find((other) => other.id === id)
    for (const { when, counted } of this.work.outgoing.filter(
      (each) => each.entity === entity && isMeant(each.occasion),
    )) {
      const on = `${entity}${when}`
      const payload =
        counted === undefined
          ? { on, owner: related('Person', row['owner'])?.['name'] ?? null }
          : {
              on,
              title: row['title'] ?? null,
              ...(old === null ? {} : { was: old['title'] ?? null }),
              link: related(this.targetOf(entity, 'link'), row['link'])?.['title'] ?? null,
              count: this.select(counted, me, 'document').length,
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

  /** Evaluates a condition of the document, which sees everything. */
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
      case 'set code': {
        // What an effect before has deleted is in the trash, where a code stands in nobody's way.
        const isThere = this.find(entity, id) !== undefined
        const isTaken = this.state.rows[entity]?.some((other) => other.id !== id && other['code'] === effect.code)
        if (isThere && isTaken === true) throw new Refusal(409)
        return this.setOwn(place, { code: effect.code })
      }
      case 'update':
        for (const found of this.select(effect.set, me, authority))
          this.change(effect.set.entity, found.id, { title: effect.title }, me)
        return
      case 'create': {
        const { entity: of, title } = effect
        const isOne = (other: Row): boolean => other['title'] === title && other['owner'] === me?.id
        if (effect.unlessExists === true && this.state.rows[of]?.some(isOne) === true) return this.tally('exists')
        return this.create(of, title, me)
      }
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
        return this.setOwn(place, { friends: this.friendsAfter(effect, place, row, row) })
      }
      case 'add other':
      case 'remove other': {
        const link = row === null ? null : (this.oracleOf(me).read(entity, row)?.['link'] ?? null)
        const other = this.oracleOf(me)
          .visible(effect.entity)
          .some(({ id: known }) => known === link)
          ? this.find(effect.entity, link)
          : undefined
        if (row === null || other === undefined) return
        return this.change(effect.entity, other.id, { friends: this.friendsAfter(effect, place, row, other) }, me)
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

  /**
   * Runs the reactions to an event in their order, each seeing what those before have done. `changed` names the
   * fields whose change set them off.
   */
  private follow(
    event: EventSpec['event'],
    entity: string,
    row: Row,
    me: Row | null,
    changed: readonly string[] = [],
  ): void {
    const place: Place = { entity, id: row.id, me, at: NaN, authority: 'document', last: { row } }
    for (const { when, effects } of this.work.events.filter(
      (each) =>
        each.entity === entity && each.event === event && (each.field === undefined || changed.includes(each.field)),
    )) {
      if (when !== undefined && !this.isMet(when, place, this.own(place))) continue
      this.tally(`${event} event`)
      for (const effect of effects) this.apply(effect, place)
    }
  }

  private setOwn(place: Place, values: object): void {
    this.change(place.entity, place.id, values, place.me, place.authority === 'document' ? 'with the rest' : undefined)
    if (place.last.row !== null) place.last.row = { ...place.last.row, ...values }
  }

  /** Nothing is left to remove of what is gone. */
  private remove(entity: string, id: string, me: Row | null): void {
    if (this.find(entity, id) === undefined) return
    const deleted = deleteRow(this.world.entities, this.state.rows, id, me?.id ?? null)
    if (deleted === undefined) throw new Refusal(409)
    this.tally('deleted')
    const before = Object.entries(this.state.rows)
    this.state = { ...this.state, rows: deleted.rows }
    const gone = deleted.gone.flatMap((each) =>
      before.flatMap(([of, all]) => all.filter((row) => row.id === each).map((row) => ({ of, row }))),
    )
    // What loses a relation is changed by it; webhooks tell of the deletion only.
    for (const [cleared, fields] of deleted.cleared)
      for (const [of, all] of Object.entries(this.state.rows))
        for (const row of all.filter(({ id: known }) => known === cleared)) this.follow('changed', of, row, me, fields)
    for (const { of, row } of gone) this.follow('deleted', of, row, me)
    // Webhooks come last, and show the data as all events of the deletion leave them, but for what went with it.
    const trash = gone.map(({ row }) => row)
    for (const { of, row } of gone) this.tell(of, row, row, me, ({ kind }) => kind === 'deleted', trash)
  }

  private create(entity: string, title: string | null, me: Row | null): void {
    const by = me?.id ?? null
    const empty = ownFields(entityOf(this.world.entities, entity)).map(({ name, kind, binds }) => [
      name,
      kind === 'many' ? [] : binds === undefined ? null : 'low',
    ])
    const row = {
      ...(Object.fromEntries(empty) as object),
      id: `made ${++this.made}`,
      created_by: by,
      updated_by: by,
      title,
      owner: by,
    } as Row
    this.put(entity, [...(this.state.rows[entity] ?? []), row])
    this.follow('created', entity, row, me)
    this.tell(entity, this.find(entity, row.id) ?? row, null, me, ({ kind }) => kind === 'created')
  }

  /**
   * Changes a record. A change without a difference leaves no trace, except for a transition; what changes with a
   * transition is no change of its own.
   */
  private change(entity: string, id: string, values: object, me: Row | null, kind?: 'state' | 'with the rest'): void {
    const rows = this.state.rows[entity] ?? []
    const by = me?.id ?? null
    const before = this.find(entity, id)
    if (before === undefined) return
    const changed = changedIn(before, { ...before, ...values })
    if (kind !== 'state' && changed.length === 0) return
    const after = { ...before, ...values, updated_by: by }
    this.put(
      entity,
      rows.map((row) => (row === before ? after : row)),
    )
    if (kind !== undefined) return
    this.follow('changed', entity, after, me, changed)
    const last = this.find(entity, id) ?? after
    const inAll = changedIn(before, last)
    const isMeant = (when: Occasion): boolean =>
      when.kind === 'changed' && (when.field === undefined || inAll.includes(when.field))
    this.tell(entity, last, before, me, isMeant)
  }
}
