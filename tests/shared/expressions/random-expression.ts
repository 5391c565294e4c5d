// Makes the text of random expressions that are well-typed in the sample schema.
import { REVERSES } from './sample-schema.ts'

/** Gives a whole number from 0 to below `count`. */
export type Pick = (count: number) => number

type Kind = 'boolean' | 'text' | 'level' | 'integer' | 'number' | 'decimal' | 'date' | 'time' | 'timestamp' | 'duration'
type Scope = readonly { readonly name: string; readonly entity: string }[]

const SCALARS: readonly Kind[] = [
  'boolean',
  'text',
  'level',
  'integer',
  'number',
  'decimal',
  'date',
  'time',
  'timestamp',
  'duration',
]
const ORDERED: readonly Kind[] = SCALARS.filter((kind) => kind !== 'boolean')
const ENTITIES = ['Item', 'Person', 'Tag']

const WRITTEN: { readonly [kind in Kind]: readonly string[] } = {
  boolean: ['true', 'false'],
  text: ['""', '"a"', '"Ä"', '"ß"', '"😀"', '"\uFFFD"', '"ab"', `"o'x"`, '"a b"'],
  level: ['coalesce(this.level, "low")', 'coalesce(parent.level, "high")'],
  integer: ['0', '1', '2', '3', '-1', '7', '9007199254740991'],
  number: ['0.0e0', '5e-1', '25e-1', '1e10', '-1e0'],
  decimal: ['0.5', '1.25', '2.00', '-3.125', '1000000.1'],
  date: ['date("2026-01-31")', 'date("2024-02-29")', 'date("1969-12-31")'],
  time: ['time_of(moment("2026-01-01T09:30:00Z"))'],
  timestamp: ['moment("2026-03-29T02:30")', 'moment("2026-10-25T00:30:00Z")', 'moment("2026-01-31T23:30:00.5Z")'],
  duration: ['duration("PT8H")', 'days(1)', 'hours(-3)', 'minutes(90)', 'limits.grace'],
}

const FIELD_KINDS: { readonly [entity: string]: { readonly [kind in Kind]?: readonly string[] } } = {
  Item: {
    boolean: ['done'],
    text: ['name', 'id'],
    level: ['level'],
    integer: ['count'],
    number: ['ratio'],
    decimal: ['price', 'rate'],
    date: ['due', 'until'],
    time: ['at'],
    timestamp: ['seen'],
    duration: ['effort'],
  },
  Person: { text: ['name', 'id'], date: ['born'] },
  Tag: { text: ['name', 'id'], integer: ['weight'] },
}

/** A random expression of any type. */
export function randomExpression(pick: Pick): string {
  const depth = 1 + pick(4)
  const form = pick(12)
  if (form === 0) return new Writer(pick).list(depth, [])
  if (form === 1) return new Writer(pick).record(ENTITIES[pick(3)] as string, depth, [])
  if (form === 2) return new Writer(pick).set(ENTITIES[pick(3)] as string, depth, [])
  return new Writer(pick).value(form < 8 ? 'boolean' : (SCALARS[pick(SCALARS.length)] as Kind), depth, [])
}

class Writer {
  private readonly pick: Pick
  private variables = 0

  constructor(pick: Pick) {
    this.pick = pick
  }

  /** One of these, the first more readily when the depth is used up. */
  private choose(depth: number, leaves: readonly (() => string)[], branches: readonly (() => string)[]): string {
    const all = depth <= 0 ? leaves : [...leaves, ...branches, ...branches]
    return (all[this.pick(all.length)] as () => string)()
  }

  value(kind: Kind, depth: number, scope: Scope): string {
    const next = depth - 1
    const own = this.ownFields(kind, scope)
    const leaves = [
      () => this.written(kind),
      () => this.field(kind, 0, scope),
      () => this.field(kind, depth, scope),
      ...own,
      ...own,
    ]
    const branches = [
      () =>
        `(${this.value('boolean', next, scope)} ? ${this.value(kind, next, scope)} : ${this.value(kind, next, scope)})`,
      () => `coalesce(${this.field(kind, next, scope)}, ${this.value(kind, next, scope)})`,
      () => this.aggregate(kind, next, scope),
      ...this.operations(kind, next, scope),
      ...this.operations(kind, next, scope),
    ]
    return this.choose(depth, leaves, branches)
  }

  private written(kind: Kind): string {
    const texts = WRITTEN[kind]
    return texts[this.pick(texts.length)] as string
  }

  /** Fields of that kind of the elements at hand: what a set's body is mostly about. */
  private ownFields(kind: Kind, scope: Scope): readonly (() => string)[] {
    return scope.flatMap(({ name, entity }) =>
      (FIELD_KINDS[entity]?.[kind] ?? []).map((field) => () => `${name}.${field}`),
    )
  }

  /** A field of that kind of some record; text where no record has one. */
  private field(kind: Kind, depth: number, scope: Scope): string {
    const entities = ENTITIES.filter((entity) => FIELD_KINDS[entity]?.[kind])
    const entity = entities[this.pick(entities.length)] as string
    const fields = FIELD_KINDS[entity]?.[kind] ?? []
    return `${this.record(entity, depth, scope)}.${fields[this.pick(fields.length)]}`
  }

  record(entity: string, depth: number, scope: Scope): string {
    const next = depth - 1
    const bound = scope.filter((variable) => variable.entity === entity).map((variable) => () => variable.name)
    const leaves = [
      ...bound,
      ...bound,
      ...(entity === 'Item' ? [() => 'this', () => 'this', () => 'old', () => 'parent'] : []),
    ]
    if (entity === 'Person')
      leaves.push(
        () => 'me',
        () => 'owner',
      )
    if (entity === 'Tag') leaves.push(() => 'tags.first()')
    const branches = [() => `${this.set(entity, next, scope)}.first()`]
    if (entity === 'Item') branches.push(() => `${this.record('Item', next, scope)}.parent`)
    if (entity === 'Person') {
      branches.push(
        () => `${this.record('Item', next, scope)}.owner`,
        () => `${this.record('Person', next, scope)}.chief`,
        () => `${this.record('Tag', next, scope)}.keeper`,
      )
    }
    return this.choose(depth, leaves, branches)
  }

  set(entity: string, depth: number, scope: Scope): string {
    const next = depth - 1
    const leaves = [() => entity, () => (entity === 'Tag' ? 'tags' : entity === 'Item' ? 'children' : entity)]
    const walks: (() => string)[] = []
    for (const [from, names] of Object.entries(REVERSES)) {
      for (const [name, to] of Object.entries(names))
        if (to.entity === entity) walks.push(() => `${this.record(from, next, scope)}.${name}`)
    }
    if (entity === 'Tag')
      walks.push(
        () => `${this.record('Item', next, scope)}.tags`,
        () => `${this.record('Tag', next, scope)}.near`,
      )
    walks.push(() => `${this.record(entity, next, scope)}.${this.pick(2) ? 'ancestors' : 'descendants'}`)
    const chain = (form: (set: string, name: string, inner: Scope) => string): (() => string) => {
      return () => this.bind(entity, scope, (name, inner) => form(this.set(entity, next, scope), name, inner))
    }
    const branches = [
      ...walks,
      chain((set, name, inner) => `${set}.filter(${name}, ${this.value('boolean', next, inner)})`),
      chain((set, name, inner) => `${set}.sort(${name}, ${this.key(entity, name, next, inner)})`),
      chain((set, name, inner) => `${set}.sort_down(${name}, ${this.key(entity, name, next, inner)})`),
      chain((set) => `${set}.first(${this.value('integer', next, scope)})`),
      chain((set) => `${set}.page(${this.pick(3)}, ${this.pick(3)})`),
      chain((set) => `${set}.distinct()`),
      // Items' parents are items, their owners persons.
      () =>
        this.bind(
          'Item',
          scope,
          (name) =>
            `${this.set('Item', next, scope)}.map(${name}, ${name}.${entity === 'Person' ? 'owner' : 'parent'})`,
        ),
    ]
    if (entity === 'Tag') branches.pop()
    return this.choose(depth, leaves, branches)
  }

  /** What a set is sorted by. */
  private key(entity: string, name: string, depth: number, scope: Scope): string {
    const kinds = ORDERED.filter((kind) => FIELD_KINDS[entity]?.[kind])
    const fields = FIELD_KINDS[entity]?.[kinds[this.pick(kinds.length)] as Kind] ?? []
    return this.pick(3) > 0
      ? `${name}.${fields[this.pick(fields.length)]}`
      : this.value(ORDERED[this.pick(ORDERED.length)] as Kind, depth, scope)
  }

  list(depth: number, scope: Scope): string {
    const next = depth - 1
    const kind = ORDERED[this.pick(ORDERED.length)] as Kind
    const entity = ENTITIES[this.pick(3)] as string
    const every = (): string => {
      const written = ['', ', "day"', ', "month"', ', "week"', `, ${this.value('integer', next, scope)}`][this.pick(5)]
      return `${written}${written !== '' && this.pick(2) ? ', ["monday", "sunday"]' : ''}`
    }
    return this.choose(
      depth,
      [() => 'labels', () => 'this.labels'],
      [
        () => `[${this.value(kind, next, scope)}, ${this.value(kind, next, scope)}]`,
        () =>
          this.bind(
            entity,
            scope,
            (name, inner) => `${this.set(entity, next, scope)}.map(${name}, ${this.value(kind, next, inner)})`,
          ),
        () =>
          this.bind(
            entity,
            scope,
            (name, inner) =>
              `${this.set(entity, next, scope)}.map(${name}, ${this.value(kind, next, inner)}).distinct()`,
          ),
        () => `dates(${this.value('date', next, scope)}, ${this.value('date', next, scope)}${every()})`,
        () => `labels.filter(w, w != ${this.value('text', next, scope)}).sort(w, w)`,
      ],
    )
  }

  private bind(entity: string, scope: Scope, form: (name: string, inner: Scope) => string): string {
    const name = `v${this.variables++}`
    return form(name, [...scope, { name, entity }])
  }

  /** One value made of a set. */
  private aggregate(kind: Kind, depth: number, scope: Scope): string {
    const entity = ENTITIES[this.pick(3)] as string
    const body = (name: string, inner: string, scopeInside: Scope): string =>
      `${this.set(entity, depth, scope)}.${name}(${inner}, ${this.value(kind, depth, scopeInside)})`
    return this.bind(entity, scope, (name, inner) => {
      if (kind === 'boolean') return body(this.pick(2) ? 'exists' : 'all', name, inner)
      if (kind === 'integer' && this.pick(2)) return `${this.set(entity, depth, scope)}.count()`
      const sums = kind === 'integer' || kind === 'number' || kind === 'decimal' || kind === 'duration'
      const names = sums ? ['sum', 'min', 'max', ...(kind === 'integer' ? [] : ['avg'])] : ['min', 'max']
      return body(names[this.pick(names.length)] as string, name, inner)
    })
  }

  private operations(kind: Kind, depth: number, scope: Scope): readonly (() => string)[] {
    const of = (of: Kind): string => this.value(of, depth, scope)
    const unit = (): string => ['"day"', '"week"', '"month"', '"quarter"', '"year"'][this.pick(5)] as string
    const span = (): string => ['"minute"', '"hour"', '"day"', '"month"'][this.pick(4)] as string
    switch (kind) {
      case 'boolean':
        return this.conditions(depth, scope)
      case 'text':
        return [
          () => `lookup.label[${of('level')}][${of('level')}]`,
          () => `(${of('text')} + ${of('text')})`,
          () => `(${of('level')} + ${of('text')})`,
          () => `${['lower', 'upper', 'trim', 'slug', 'domain_of'][this.pick(5)]}(${of('text')})`,
          () => `text(${of(SCALARS[this.pick(SCALARS.length)] as Kind)})`,
        ]
      case 'level':
        return [() => 'level', () => `lookup.urgency[${of('level')}][${of(this.pick(2) ? 'level' : 'boolean')}]`]
      case 'integer':
        return [
          () => `(${of('integer')} ${'+-*/%'[this.pick(5)]} ${of('integer')})`,
          () => `-(${of('integer')})`,
          () => `lookup.points[${this.field(this.pick(2) ? 'text' : 'integer', depth, scope)}][${of('level')}]`,
          () => `size(${of('text')})`,
          () => `round(${of('decimal')})`,
          () => `round(${of('number')})`,
          () => `(${of('date')} - ${of('date')})`,
          () => `days_between(${of('date')}, ${of('date')})`,
          () => `${this.list(depth, scope)}.count()`,
          () => `${of('timestamp')}.getHours("Europe/Berlin")`,
        ]
      case 'number':
        return [
          () => `(${of('number')} ${'+-*/'[this.pick(4)]} ${of('number')})`,
          () => `(${of('number')} ${'+-*/'[this.pick(4)]} ${of('integer')})`,
          () => `(${of('decimal')} * ${of('number')})`,
          () => `hours_between(${of('timestamp')}, ${of('timestamp')})`,
          () => `(${of('duration')} / ${of('duration')})`,
          () => `${this.set('Item', depth, scope)}.avg(x, x.count)`,
        ]
      case 'decimal':
        return [
          () => `(${of('decimal')} ${'+-*/'[this.pick(4)]} ${of('decimal')})`,
          () => `(${of('integer')} ${'+-*/'[this.pick(4)]} ${of('decimal')})`,
          () => `-(${of('decimal')})`,
          () => `lookup.fee[${of('level')}][${of('level')}]`,
          () => `round(${of('decimal')}, ${this.pick(4)})`,
          () => `round(${of('number')}, 2)`,
        ]
      case 'date':
        return [
          () => `(${of('date')} ${'+-'[this.pick(2)]} ${of('integer')})`,
          () => `(${of('date')} ${'+-'[this.pick(2)]} ${of('duration')})`,
          () => `date_of(${of('timestamp')})`,
          () => `start_of(${unit()}, ${of('date')})`,
          () => `later(${of('date')}, ${of('integer')}, ${unit()})`,
          () => 'today',
        ]
      case 'time':
        return [() => `time_of(${of('timestamp')})`]
      case 'timestamp':
        return [
          () => `(${of('timestamp')} ${'+-'[this.pick(2)]} ${of('duration')})`,
          () => `start_of(${span()}, ${of('timestamp')})`,
          () => `later(${of('timestamp')}, ${of('integer')}, ${span()})`,
          () => 'now',
        ]
      case 'duration':
        return [
          () => `(${of('timestamp')} - ${of('timestamp')})`,
          () => `working_time(${of('timestamp')}, ${of('timestamp')}, calendar.office)`,
          () => `lookup.time[${of('level')}][${of('boolean')}]`,
          () => `(${of('duration')} ${'+-'[this.pick(2)]} ${of('duration')})`,
          () => `(${of('duration')} ${'*/'[this.pick(2)]} ${of('integer')})`,
          () => `(${of('duration')} * ${of('decimal')})`,
          () => `days(${of('integer')})`,
        ]
    }
  }

  private conditions(depth: number, scope: Scope): readonly (() => string)[] {
    const of = (of: Kind): string => this.value(of, depth, scope)
    const ordered = ORDERED[this.pick(ORDERED.length)] as Kind
    const any = SCALARS[this.pick(SCALARS.length)] as Kind
    const entity = ENTITIES[this.pick(3)] as string
    const compare = (): string => ['<', '<=', '>', '>='][this.pick(4)] as string
    const same = (): string => (this.pick(2) ? '==' : '!=')
    const record = (): string => this.record(entity, depth, scope)
    return [
      () => `(${of('boolean')} and ${of('boolean')})`,
      () => `(${of('boolean')} or ${of('boolean')})`,
      () => `(not ${of('boolean')})`,
      () => `(${of(ordered)} ${compare()} ${of(ordered)})`,
      () => `(${of(any)} ${same()} ${of(any)})`,
      () => `(${of(any)} ${same()} null)`,
      () => `(${of('integer')} ${compare()} ${of('decimal')})`,
      () => `(${of('number')} ${same()} ${of('decimal')})`,
      () => `(${record()} ${same()} ${record()})`,
      () => `(${this.record(entity, depth, scope)} ${same()} null)`,
      () => `overlaps(${this.record('Item', depth, scope)}, ${this.record('Item', depth, scope)})`,
      () => `(${record()} in ${this.set(entity, depth, scope)})`,
      () => `(${of(any)} in [${of(any)}, ${this.written(any)}])`,
      () => `(level in ["low", null, "high"])`,
      () => `(${of('integer')} in [1, null, 2])`,
      () => `(level ${compare()} lookup.urgency[${of('level')}].low)`,
      () => `(${of('text')} in ${this.pick(2) ? 'labels' : 'this.labels'})`,
      () => `(labels ${same()} null)`,
      () => `labels.${['exists', 'all'][this.pick(2)]}(w, w ${compare()} ${of('text')})`,
      () =>
        this.bind(
          entity,
          scope,
          (name, inner) =>
            `${this.set(entity, depth, scope)}.${['exists', 'all', 'exists_one'][this.pick(3)]}(${name}, ${this.value('boolean', depth, inner)})`,
        ),
      () =>
        this.bind(
          entity,
          scope,
          (name, inner) =>
            `${this.set(entity, depth, scope)}.${['exists', 'all'][this.pick(2)]}(${name}, ${this.value('boolean', depth, inner)})`,
        ),
      () => `${this.record('Person', depth, scope)}.is("${['Agent', 'Manager', 'Customer'][this.pick(3)]}")`,
      () => `${of('text')}.${['startsWith', 'endsWith', 'contains'][this.pick(3)]}(${of('text')})`,
      () => `${of('text')}.matches("${['^a', '[^a]$', '(a|b)+', String.raw`\\p{L}`][this.pick(4)]}")`,
      () => `(weekday(${of('date')}) in ["saturday", "sunday"])`,
    ]
  }
}
