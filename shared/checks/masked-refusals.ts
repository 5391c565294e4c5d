// Checks that those who can be refused may read the values that the message fills in.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { refusalMasked, refusalReadInPart } from '../diagnostics/warnings.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import { conjunctsOf, disjunctsOf } from '../expressions/walk.ts'
import type { DocumentCall } from '../model/7-calls/types.ts'
import { messageKeyOf } from '../model/8-errors/message-key.ts'
import type {
  Effect,
  Entity,
  Grant,
  Grantee,
  MessageTemplate,
  Model,
  RefusalWords,
  Rule,
  Transition,
} from '../model/model.ts'
import { conditionsOfGrant, givenRoles, grantsOfRole, isFieldWritable, isVerbGranted } from './granted-roles.ts'
import { askedOfReaders, missedInAll } from './asked-of-readers.ts'
import { causeOf } from './masked-notifications.ts'
import { type Access, type AccessPlace, type MetCondition, accessAt } from './field-access.ts'
import { casesWhereRefused, emptyWhenCreated, fieldsAsking, negated } from './met-by-writers.ts'
import { rolesOfRecipient } from './recipients-in-fields.ts'
import { canHold } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'
import type { ValueAssignment } from '../expressions/satisfiability.ts'
import { wholeDomain } from '../expressions/value-domain.ts'

export const checkRefusals: SpecificationCheck = (model, { unknowns }) => {
  // A grant of which something is not shown may be the one that is missed.
  if (!model.rolesShown || unknowns.some(({ point }) => point === 6)) return []
  const refused = [
    ...[...model.entities.values()].flatMap((entity) => messagesOf(model, entity)),
    ...model.calls.flatMap((call) => messagesOfCall(model, call)),
  ]
  const byHole = Map.groupBy(
    refused.flatMap(({ message, readers }) =>
      message.flatMap((hole) => (typeof hole === 'string' ? [] : [{ hole, readers }])),
    ),
    ({ hole }) => hole.span.start,
  )
  return [...byHole.values()].flatMap((uses) => checkHole(model, uses))
}

interface RefusalMessage {
  readonly message: MessageTemplate
  /** Those who may be shown it. */
  readonly readers: readonly Reader[]
}

/** A role, and how its people read fields where they are refused. */
interface Reader {
  readonly role: string
  readonly reads: ReturnType<typeof accessAt>
}

/** Lists the messages of rules and choices, for those who may write the record, and of steps, for those who may do them. */
function messagesOf(model: Model, entity: Entity): readonly RefusalMessage[] {
  const { identifier } = entity.name
  const writers = writersOf(model, entity)
  const says = (words: RefusalWords | undefined, readers: () => readonly Reader[]): readonly RefusalMessage[] => {
    const message = words === undefined ? [] : messageOf(model, identifier, words)
    return message.every((part) => typeof part === 'string') ? [] : [{ message, readers: readers() }]
  }
  const code = (of: string | undefined): RefusalWords | undefined =>
    of === undefined ? undefined : { kind: 'code', code: of }
  const steps = [...entity.transitions.entries()].flatMap(([name, { field, rows, asks }]) => {
    const ruled = entity.rules.filter(({ transition }) => transition === name)
    return rows.flatMap(({ from, when, otherwise, who, meant, then }) => {
      const start: ValueAssignment = new Map(
        typeof from === 'string' ? [] : [[`this.${field}`, wholeDomain({ kind: 'choice', words: from }, false)]],
      )
      // Who may not read the record finds none.
      const isRead = from !== 'new record'
      const readers = (of: readonly Grantee[], made: readonly MetCondition[] = []) =>
        readersOf(model, of, identifier, { start, made, isRead })
      const own = () => readers(who)
      const missed = when ? [{ tree: negated(when.tree) }] : []
      return [
        ...[...ruled, ...asks].flatMap((each) => says(each.otherwise, own)),
        ...says(code(otherwise), () => readers(meant ?? who, missed)),
        ...codesOf(then).flatMap((each) => says(code(each), own)),
        ...messagesOfEffects(model, then, who),
      ]
    })
  })
  return [
    ...entity.rules.flatMap((rule) =>
      rule.transition === undefined ? says(rule.otherwise, () => whoMeet(model, entity, rule, writers)) : [],
    ),
    ...[...entity.fields.values()].flatMap(({ name, otherwise }) =>
      says(otherwise, () => writers.filter(({ role }) => isFieldWritable(model, identifier, name.identifier, role))),
    ),
    ...entity.grants.flatMap((grant) => says(code(grant.otherwise), () => whoMiss(model, identifier, grant))),
    ...steps,
  ]
}

/** A role whose people may write records of an entity, by these grants. */
interface Writer extends Reader {
  readonly create: readonly Grant[]
  readonly update: readonly Grant[]
}

function writersOf(model: Model, entity: Entity): readonly Writer[] {
  const { identifier } = entity.name
  return givenRoles(model).flatMap((role) => {
    const grantsTo = (verb: 'create' | 'update'): readonly Grant[] =>
      grantsOfRole(model, identifier, verb, role).filter(
        ({ who }) => who.kind !== 'condition' || readersOf(model, [who], identifier).some((each) => each.role === role),
      )
    const [create, update] = [grantsTo('create'), grantsTo('update')]
    const made = create.flatMap((grant) => casesWhereRefused(entity, { model, role, grant, verb: 'create' }))
    const cases = [...made, ...update.map(conditionsOfGrant)]
    return cases.length === 0
      ? []
      : [{ role, reads: accessAt(model, role, { about: identifier, cases, followsOwnSets: true }), create, update }]
  })
}

/** Lists those who can break the rule: all who create, and those who change a field at which it is evaluated. */
function whoMeet(model: Model, entity: Entity, rule: Rule, writers: readonly Writer[]): readonly Reader[] {
  const isAskedAt = fieldsAsking(entity, rule)
  const refused = { rule, isAskedAt }
  return writers.flatMap(({ role, create, update }) => {
    const asked = rule.checked === 'when created' ? [] : update.filter(({ fields }) => fields.some(isAskedAt))
    const cases = [
      ...create.flatMap((grant) => casesWhereRefused(entity, { model, role, grant, verb: 'create' }, refused)),
      ...asked.flatMap((grant) => casesWhereRefused(entity, { model, role, grant, verb: 'update' }, refused)),
    ]
    const place = { about: entity.name.identifier, cases, followsOwnSets: true }
    return cases.length === 0 ? [] : [{ role, reads: accessAt(model, role, place) }]
  })
}

/** Lists those that a grant refuses as its `where` is not met: at records that they may read, but for what is new. */
function whoMiss(model: Model, entity: string, { who, where, may }: Grant): readonly Reader[] {
  if (!where) return readersOf(model, [who], entity)
  const missed = { tree: negated(where.tree) }
  return readersOf(model, [who], entity, may.includes('create') ? { cases: [[missed]] } : { made: [missed] })
}

/** Lists the messages of rules that the effects of a step may break, and of steps that they do, for those who may do it. */
function messagesOfEffects(
  model: Model,
  effects: readonly Effect[],
  who: readonly Grantee[],
): readonly RefusalMessage[] {
  return writesOf(model, effects).flatMap(({ entity: name, fields, isNew, step }) => {
    const entity = model.entities.get(name)
    // Of a new record it is known what is empty; which records an effect changes is not.
    const start: ValueAssignment = entity && isNew ? emptyWhenCreated(entity, fields) : new Map()
    const readers = readersOf(model, who, name, { start }).map(({ role, reads }): Reader => ({
      role,
      reads: (field) => (reads(field) === 'never' ? 'never' : 'always'),
    }))
    const ofRules = (entity?.rules ?? []).flatMap(({ transition, reads, must, otherwise }) => {
      const isMet =
        transition === undefined
          ? reads.length === 0 ||
            reads.some((field) => fields.includes(field) || (isNew && isFilled(entity, field))) ||
            (step !== undefined && must.kind === 'hold' && readsOf(must.condition.tree).own.includes(step.field))
          : transition === step?.name.identifier
      const isBreakable = must.kind !== 'hold' || canHold([{ tree: negated(must.condition.tree) }], start, model)
      return !isMet || !isBreakable ? [] : [otherwise]
    })
    const codes = (step?.rows ?? []).flatMap(({ otherwise, then }) => [
      ...(otherwise === undefined ? [] : [otherwise]),
      ...codesOf(then),
    ])
    const words = [...ofRules, ...codes.map((code): RefusalWords => ({ kind: 'code', code }))]
    return words.map((each) => ({ message: messageOf(model, name, each), readers }))
  })
}

interface WriteOfEffect {
  readonly entity: string
  readonly fields: readonly string[]
  readonly isNew: boolean
  /** The step by which an effect writes it. */
  readonly step?: Transition
}

/** Has it a value in a new record that was given none? Where nothing is, a rule is not broken. */
function isFilled(entity: Entity | undefined, name: string): boolean {
  const field = entity?.fields.get(name)
  return field !== undefined && (field.default !== undefined || field.computed !== undefined || field.workflow)
}

/** Lists the records that effects write, but for the one at hand; and those of the steps that they do (`done`: already followed). */
function writesOf(
  model: Model,
  effects: readonly Effect[],
  done: ReadonlySet<Transition> = new Set(),
): readonly WriteOfEffect[] {
  return effects.flatMap((effect): readonly WriteOfEffect[] => {
    switch (effect.kind) {
      case 'create':
      case 'update':
        return [
          { entity: effect.entity, fields: effect.fields.map(({ field }) => field), isNew: effect.kind === 'create' },
        ]
      case 'for each':
        return writesOf(model, effect.effects, done)
      // What is tried has an answer of its own where it is refused.
      case 'try':
        return writesOf(model, [effect.otherwise], done)
      case 'do': {
        const step = model.entities.get(effect.entity)?.transitions.get(effect.transition)
        if (!step || done.has(step)) return []
        const then = step.rows.flatMap((row) => row.then)
        const fields = then.flatMap((each) => (each.kind === 'set' ? [each.field] : []))
        return [
          { entity: effect.entity, fields, isNew: false, step },
          ...writesOf(model, then, new Set([...done, step])),
        ]
      }
      default:
        return []
    }
  })
}

/** Lists the messages of calls, for those who may make them. */
function messagesOfCall(model: Model, call: DocumentCall): readonly RefusalMessage[] {
  const key = call.finds.find(({ name }) => name === call.of)?.entity ?? messageKeyOf(call)
  const words = [
    ...call.rules.map(({ otherwise }) => otherwise),
    ...codesOf(call.steps).map((code): RefusalWords => ({ kind: 'code', code })),
  ]
  return [
    ...words.map((each) => ({ message: messageOf(model, key, each), readers: readersOf(model, call.who) })),
    ...messagesOfEffects(model, call.steps, call.who),
  ]
}

/**
 * The roles that are named, those that a condition may describe, and for everyone all that may read records of the
 * entity. `isRead`: only those are refused who may read the record at hand.
 */
function readersOf(
  model: Model,
  who: readonly Grantee[],
  entity?: string,
  {
    start = new Map(),
    isRead = false,
    ...known
  }: Pick<AccessPlace, 'start' | 'made' | 'cases'> & { readonly isRead?: boolean } = {},
): readonly Reader[] {
  const place: AccessPlace = entity === undefined ? {} : { about: entity, start, followsOwnSets: true, ...known }
  const reading = (): readonly string[] =>
    entity === undefined ? [] : givenRoles(model).filter((role) => isVerbGranted(model, entity, 'read', role))
  const casesOf = (role: string, condition: MetCondition): readonly (readonly MetCondition[])[] => {
    const ways = isRead && entity !== undefined ? grantsOfRole(model, entity, 'read', role).map(conditionsOfGrant) : []
    const open = ways.filter((way) => canHold([...way, condition], start, model))
    return open.length > 0 ? open.map((way) => [...way, condition]) : [[condition]]
  }
  return who.flatMap((each): readonly Reader[] => {
    if (each.kind === 'role') return [{ role: each.role, reads: accessAt(model, each.role, place) }]
    if (each.kind === 'everyone') return reading().map((role) => ({ role, reads: accessAt(model, role, place) }))
    if (each.kind !== 'condition') return []
    return disjunctsOf(each.condition.tree).flatMap((tree) =>
      rolesDescribed(model, tree, reading).map((role) => ({
        role,
        reads: accessAt(model, role, { ...place, cases: casesOf(role, { ...each.condition, tree }) }),
      })),
    )
  })
}

/** `me.is("Agent")` says who it is; of a field whose person is meant (`student == me`), the roles for which the document keeps it. */
function rolesDescribed(model: Model, condition: Node, reading: () => readonly string[]): readonly string[] {
  const parts = conjunctsOf(condition)
  const asked = parts.flatMap((part) => (part.kind === 'is' && part.person.kind === 'me' ? part.roles : []))
  if (asked.length > 0) return asked
  for (const part of parts) {
    if (part.kind !== 'binary' || !['==', 'in'].includes(part.operator)) continue
    const sides = [part.left, part.right]
    const path = sides.find((side) => side.kind === 'field')
    if (!path || !sides.some(({ kind }) => kind === 'me')) continue
    const { held, meant } = rolesOfRecipient(model, { path })
    return meant.length > 0 ? meant : held.filter((role) => reading().includes(role))
  }
  return reading()
}

/** Lists the codes with which effects refuse. */
function codesOf(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => {
    if (effect.kind === 'refuse') return [effect.code]
    if (effect.kind === 'for each') return codesOf(effect.effects)
    return effect.kind === 'try' ? codesOf([effect.effect, effect.otherwise]) : []
  })
}

/** `key`: of the entity or the call for which a message of point 8 is linked. */
function messageOf(model: Model, key: string, words: RefusalWords): MessageTemplate {
  return words.kind === 'message' ? words.message : (model.errors.get(words.code)?.messages.get(key) ?? [])
}

function checkHole(
  model: Model,
  uses: readonly { readonly hole: Expression; readonly readers: readonly Reader[] }[],
): readonly Diagnostic[] {
  const [use] = uses
  if (use === undefined) return []
  const { span, text: value } = use.hole
  const { fields, inAll } = askedOfReaders(use.hole)
  // Of a set only those know something who may read the like of all its records.
  const isOfSome = (role: string): boolean => missedInAll(model, role, inAll).length > 0
  const found = uses.flatMap(({ readers }) => readers.map(({ role, reads }) => ({ role, fields: fields.map(reads) })))
  const whose = (isMeant: (each: (typeof found)[number]) => boolean): readonly string[] => [
    ...new Set(found.filter(isMeant).map(({ role }) => role)),
  ]
  const never = whose((each) => isOfSome(each.role) || each.fields.includes('never'))
  const sometimes = whose((each) => each.fields.includes('sometimes') && !never.includes(each.role))
  const said = (roles: readonly string[], reading: Access): { roles: readonly string[]; cause: string } => {
    const unread = fields.filter((_, at) =>
      found.some((each) => roles.includes(each.role) && each.fields[at] === reading),
    )
    const missed = roles.flatMap((role) => missedInAll(model, role, inAll))
    const what = [...missed, ...unread.map(({ entity, field }) => `${entity}.${field}`)]
    const labels = roles.map((role) => model.roles.get(role)?.name.label ?? role)
    return { roles: labels, cause: causeOf(labels, what) }
  }
  const [unread, partly] = [said(never, 'never'), said(sometimes, 'sometimes')]
  const ofSet = never.some(isOfSome)
  const closed = never.length > 0 ? [refusalMasked(span, { roles: unread.roles, value, ofSet }, unread)] : []
  return sometimes.length > 0 ? [...closed, refusalReadInPart(span, { roles: partly.roles, value }, partly)] : closed
}
