// Projects the model to the screens, entities, fields and actions of one actor.
// Each object is built from fields that are named here: what the model gains later is hidden until it is named.
import { canReadCitations } from '../policy/can-read-citations.ts'
import type { Expression, Node } from '../expressions/node.ts'
import type {
  AccountPolicy,
  Entity,
  ErrorEntry,
  Field,
  Grant,
  Model,
  Rule,
  Transition,
  TransitionInput,
  Grantee,
} from '../model/model.ts'
import type { HeldRoles } from './2-screens.ts'
import { canReadDocument } from './2-screens.ts'
import { foldRoles } from '../policy/fold-conditions.ts'
import type { EntityPolicy, Policy } from './policy.ts'
import { composePolicy } from './policy.ts'
import type { WayToCreate } from './ways-to-create.ts'
import { possibleWays, waysToCreate } from './ways-to-create.ts'
import { BLANK, findHiddenLines, namesHidden, replaceCitations } from './hidden-citations.ts'
import { holdsAtStart } from './holds-at-start.ts'
import { projectScreens } from './project-screens.ts'
import { readsOnlyVisible, type VisibleFields, projectMessage } from './visible-fields.ts'
import { pick } from './pick.ts'
import { titleToRead } from './record-title.ts'
import type { Actor } from '../policy/actor.ts'
import { granteeCondition } from '../policy/permissions.ts'

/** Administrators, who read all data, get all of it; worked out once per `rolesKey`, by the caller. */
export function projectModel(
  model: Model,
  actor: Actor,
  held?: HeldRoles,
  policy: Pick<Policy, 'entity'> = composePolicy(model, actor, held),
): Model {
  if (actor.administrator && model.accountPolicy.administratorsReadData) return model
  const visible = new Map(
    [...model.entities].map(([name, entity]) => [name, visibleFields(entity, policy.entity(name))]),
  )
  const readable = new Map(
    [...model.entities.keys()].map((name) => [
      name,
      new Set(policy.entity(name).read.fields.map(({ field }) => field)),
    ]),
  )
  const entities = new Map<string, Entity>()
  for (const [name, entity] of model.entities) {
    if ((visible.get(name)?.size ?? 0) > 0)
      entities.set(name, projectEntity(entity, actor, policy.entity(name), visible))
  }
  const screens =
    'screens' in model.screens
      ? { screens: projectScreens(model, actor, { policy, entities, visible, readable }, held) }
      : model.screens
  const errors = projectErrors(model, entities, visible)
  const mayReadDocument = canReadDocument(model, actor)
  const constants = mayReadDocument ? model : constantsIn(model, [entities, screens, errors])
  const hidden = findHiddenLines(model, visible)
  const projected: Model = {
    ...pick(model, ['name', 'introduction', 'product', 'entitiesShown', 'rolesShown', 'settings', 'pointsNotShown']),
    unknowns: model.unknowns.filter(({ name }) => !namesHidden(name, hidden)),
    screens,
    entities,
    roles: projectRoles(model, actor, entities),
    accountPolicy: projectAccess(model, actor),
    // What they do is the server's business.
    calls: [],
    shapes: new Map(),
    outgoing: [],
    schedules: new Map(),
    callSettings: { token: model.callSettings.token, cors: [] },
    errors,
    limits: constants.limits,
    calendars: constants.calendars,
    lookups: constants.lookups,
    // The same for all who may read field and state: a date is not late for some of them only.
    overdueStates: new Map([...model.overdueStates].flatMap((entry) => projectOverdue(entry, entities))),
    // Who may read the text reads its examples there.
    examples: [],
    questions: mayReadDocument ? model.questions : [],
  }
  const mayCite = canReadCitations(model, actor)
  return replaceCitations(projected, (cite) => (mayCite && !hidden.lines.has(cite.line) ? cite : BLANK))
}

/** `Ticket.due_at`, and the states of a ticket that may be read. */
function projectOverdue(
  [key, states]: readonly [string, readonly string[]],
  entities: ReadonlyMap<string, Entity>,
): readonly (readonly [string, readonly string[]])[] {
  const [name = '', field = ''] = key.split('.')
  const entity = entities.get(name)
  const words = [...(entity?.workflows.values() ?? [])].flatMap((workflow) => workflow.states.map(({ word }) => word))
  const seen = states.filter((state) => words.includes(state))
  return entity?.fields.has(field) && seen.length > 0 ? [[key, seen]] : []
}

function visibleFields(entity: Entity, policy: EntityPolicy): ReadonlySet<string> {
  const { read, update } = policy
  const written = [...waysToCreate(entity, policy).flatMap((way) => [...way.policy.fields]), ...update.fields]
  const writable = written.filter((field) => !entity.fields.get(field)?.standard && !entity.fields.get(field)?.computed)
  return new Set([...read.fields.map(({ field }) => field), ...writable])
}

function projectEntity(
  entity: Entity,
  actor: Actor,
  policy: EntityPolicy,
  visible: ReadonlyMap<string, ReadonlySet<string>>,
): Entity {
  const own = visible.get(entity.name.identifier) ?? new Set()
  const ways = possibleWays(entity, policy, actor)
  const seen = ({ tree }: Expression): boolean => readsOnlyVisible(tree, entity.name.identifier, visible)
  // How a computed field in it is worked out, is the server's business.
  const title = { ...pick(entity.title, ['text', 'span']), tree: titleToRead(entity) }
  const fields = new Map(
    [...entity.fields].filter(([name]) => own.has(name)).map(([name, field]) => [name, projectField(field, own, seen)]),
  )
  return {
    ...pick(entity, ['name', 'plural', 'path', 'help', 'partOf', 'icon', 'was', 'cite']),
    ...pick(entity, ['historyKept', 'onlyOne', 'deleted']),
    fields,
    // The names of conditions are the document's business.
    words: new Map(),
    reverses: new Map([...entity.reverses].filter(([, reverse]) => visible.get(reverse.entity)?.has(reverse.field))),
    parts: new Map([...entity.parts].filter(([, part]) => visible.get(part.entity)?.has(part.field))),
    title: seen(title) ? title : nameless(title),
    order: entity.order.filter((sort) => own.has(sort.field)),
    uniqueTogether: entity.uniqueTogether.filter((each) => each.fields.every((field) => own.has(field))),
    workflows: new Map([...entity.workflows].filter(([field]) => own.has(field))),
    transitions: projectTransitions(entity, actor, policy, own, seen),
    bindings: projectBindings(entity, actor, own, seen),
    // What the document does then is the server's business.
    timers: new Map(),
    events: [],
    rules: entity.rules
      .filter((rule) => rule.reads.every((field) => own.has(field)) && conditionsOf(rule).every(seen))
      .map((rule) => projectRule(rule, visible)),
    grants: entity.grants.flatMap((grant) => projectGrant(offeredBy(grant, ways), actor, own, seen)),
  }
}

/** Narrows a grant to the ways to create by which the actor can ever succeed: no other is offered. */
function offeredBy(grant: Grant, ways: readonly WayToCreate[]): Grant {
  const isPlain = grant.may.includes('create')
  const steps = ways.flatMap(({ step }) => (step ? [step.name.identifier] : []))
  const isLess = isPlain
    ? ways.every(({ step }) => step !== undefined)
    : grant.createBy?.every((step) => steps.includes(step)) === false
  if (grant.except || !isLess) return grant
  const { createBy, ...others } = grant
  const left = steps.filter((step) => isPlain || createBy?.includes(step))
  return {
    ...others,
    may: grant.may.filter((verb) => verb !== 'create'),
    ...(left.length > 0 ? { createBy: left } : {}),
  }
}

/** A rule's own words are projected as a message is. */
function projectRule(rule: Rule, visible: VisibleFields): Rule {
  const { otherwise, entity } = rule
  const known = pick(rule, [
    'name',
    'entity',
    'transition',
    'must',
    'on',
    'warns',
    'warning',
    'checked',
    'reads',
    'cite',
  ])
  if (otherwise.kind === 'code') return { ...known, otherwise }
  return { ...known, otherwise: { kind: 'message', message: projectMessage(otherwise.message, entity, visible) } }
}

function conditionsOf({ must }: Rule): readonly Expression[] {
  if (must.kind === 'hold') return [must.condition]
  const where = 'where' in must && must.where ? [must.where] : []
  return must.kind === 'at most' ? [must.count, ...where] : where
}

/**
 * Projects a grant so that its citation never discloses what the actor may not read ("all except internal_note"); a
 * line is cited where a change is refused. A condition over hidden fields reveals only that something may be granted;
 * a line that takes away by such a condition reveals nothing.
 */
function projectGrant(
  grant: Grant,
  actor: Actor,
  own: ReadonlySet<string>,
  seen: (expression: Expression) => boolean,
): readonly Grant[] {
  const { where } = grant
  if (granteeCondition(grant.who, actor) === false || (where && foldRoles(where.tree, actor) === false)) return []
  const who = projectWho(grant.who, seen)
  const isShown = !where || seen(where)
  if (grant.except && !(isShown && who === grant.who)) return []
  const cite = grant.createBy === undefined && grant.may.every((verb) => verb === 'read') ? BLANK : grant.cite
  const fields = grant.fields.filter((field) => own.has(field))
  return [
    {
      ...pick(grant, ['except', 'may', 'createBy', 'otherwise']),
      fields,
      who,
      cite,
      ...(where && isShown ? { where } : {}),
    },
  ]
}

/** Those who fulfil a condition are signed in. */
function projectWho(who: Grantee, seen: (expression: Expression) => boolean): Grantee {
  return who.kind === 'condition' && !seen(who.condition) ? { kind: 'everyone' } : who
}

/** An expression over what the person can't see is left out; the server works it out. */
function projectField(field: Field, own: ReadonlySet<string>, seen: (expression: Expression) => boolean): Field {
  const { default: given, chooseFrom, computed, limits } = field
  const isShown = given?.kind !== 'expression' || seen(given.expression)
  const { unique, ...otherLimits } = limits
  return {
    ...pick(field, ['name', 'type', 'valueType', 'workflow', 'standard', 'meaning', 'was', 'cite']),
    // In which field's records it is unique is named only to those who may read that one.
    limits: unique === undefined || unique.per.every((name) => own.has(name)) ? limits : otherLimits,
    required: typeof field.required === 'object' && !seen(field.required) ? false : field.required,
    // That there is one is shown all the same: what the server fills in is not asked for.
    ...(given ? { default: isShown ? given : { ...given, expression: nameless(given.expression) } } : {}),
    ...(chooseFrom ? { chooseFrom: seen(chooseFrom) ? chooseFrom : neverMet(chooseFrom) } : {}),
    ...(computed
      ? {
          computed: {
            ...pick(computed, ['stored', 'values', 'localised']),
            expression: seen(computed.expression) ? computed.expression : nameless(computed.expression),
          },
        }
      : {}),
  }
}

/** Stands for an expression that is left out: always empty. */
function nameless({ tree, span }: Expression): Expression {
  return { tree: { kind: 'literal', value: null, type: tree.type, span }, text: '', span }
}

/** Stands for a condition that is left out, on what may be chosen: nothing is offered. */
function neverMet({ tree, span }: Expression): Expression {
  return { tree: { kind: 'literal', value: false, type: tree.type, span }, text: 'false', span }
}

/** Omits transitions from or to a state that the actor may not read. */
function projectTransitions(
  entity: Entity,
  actor: Actor,
  policy: EntityPolicy,
  own: ReadonlySet<string>,
  seen: (expression: Expression) => boolean,
): Entity['transitions'] {
  const transitions = new Map<string, Transition>()
  for (const [name, transition] of entity.transitions) {
    if (!own.has(transition.field) || !policy.transition(transition).possible) continue
    const mine = (who: Grantee): boolean => granteeCondition(who, actor) !== false
    // Whether it can be done now (`_may` says so), what happens then, and when it happens by itself, is the server's business.
    const rows = transition.rows
      .filter((row) => row.who.some(mine))
      .map((row) => ({
        ...pick(row, ['from', 'to', 'otherwise', 'cite']),
        who: row.who.filter(mine).map((who) => projectWho(who, seen)),
        then: [],
        asks: row.asks.map((ask) => projectInput(ask, seen)),
      }))
    const known = pick(transition, ['name', 'path', 'field', 'doneBy'])
    transitions.set(name, { ...known, rows, asks: rows.flatMap((row) => row.asks) })
  }
  return transitions
}

/** A default is shown where it reads only what the actor may read; that there is one is shown all the same. */
function projectInput(ask: TransitionInput, seen: (expression: Expression) => boolean): TransitionInput {
  const { default: given, required, chooseFrom } = ask
  const isTold = given?.kind === 'literal' || (given !== undefined && seen(given.expression))
  const own = given?.kind === 'expression' && !isTold ? { ...given, expression: nameless(given.expression) } : given
  return {
    ...pick(ask, ['name', 'type', 'valueType', 'limits', 'meaning', 'ifEmpty', 'cite']),
    required: typeof required === 'object' && !seen(required) ? false : required,
    ...(own ? { default: own } : {}),
    ...(chooseFrom ? { chooseFrom: seen(chooseFrom) ? chooseFrom : neverMet(chooseFrom) } : {}),
  }
}

/** Omits what is hidden from the actor; but a form knows what it can't give to a new record. */
function projectBindings(
  entity: Entity,
  actor: Actor,
  own: ReadonlySet<string>,
  seen: (expression: Expression) => boolean,
): Entity['bindings'] {
  return entity.bindings.flatMap((binding) => {
    const who = binding.who?.filter((each) => granteeCondition(each, actor) !== false)
    const isShown =
      own.has(binding.field) &&
      (binding.says !== 'hidden' || holdsAtStart(entity, binding.where.tree)) &&
      who?.length !== 0 &&
      who?.every((each) => projectWho(each, seen) === each) !== false &&
      seen(binding.where)
    return isShown ? [{ ...pick(binding, ['field', 'says', 'where', 'cite']), ...(who ? { who } : {}) }] : []
  })
}

/** The actor's own roles, and those that they may see or give. */
function projectRoles(model: Model, actor: Actor, entities: ReadonlyMap<string, Entity>): Model['roles'] {
  const isAll = entities.get('Person')?.fields.has('roles') === true
  const given = actor.roles.flatMap((role) => model.accountPolicy.mayGive.get(role) ?? [])
  const known = [...model.roles].filter(([role]) => isAll || actor.roles.includes(role) || given.includes(role))
  return new Map(known.map(([name, role]) => [name, { ...pick(role, ['name', 'is', 'includes']), onRecords: [] }]))
}

/** Projects the account policy without the roles that need a second factor and without the line that names them. */
function projectAccess({ accountPolicy }: Model, actor: Actor): AccountPolicy {
  const known = pick(accountPolicy, [
    'signUp',
    'signIn',
    'shortestPassword',
    'administratorsReadData',
    'citations',
    'document',
    'grantsCite',
  ])
  const mayGive = new Map([...accountPolicy.mayGive].filter(([role]) => actor.roles.includes(role)))
  return { ...known, mayGive, cites: { mayGive: new Map() } }
}

/** The standard ones, and those that the actor's own requests can be refused with. */
function projectErrors(model: Model, entities: ReadonlyMap<string, Entity>, visible: VisibleFields): Model['errors'] {
  const used = new Set<string | undefined>()
  for (const { rules, grants, transitions } of entities.values()) {
    for (const { otherwise } of rules) used.add(otherwise.kind === 'code' ? otherwise.code : undefined)
    for (const { otherwise } of grants) used.add(otherwise)
    for (const { rows } of transitions.values()) for (const { otherwise } of rows) used.add(otherwise)
  }
  const errors = new Map<string, ErrorEntry>()
  for (const [code, entry] of model.errors) {
    if (!entry.standard && !used.has(code)) continue
    const messages = [...entry.messages].filter(([entity]) => entity === '' || entities.has(entity))
    errors.set(code, {
      ...pick(entry, ['code', 'status', 'standard', 'cite']),
      messages: new Map(messages.map(([entity, message]) => [entity, projectMessage(message, entity, visible)])),
    })
  }
  return errors
}

/** The constants, calendars and lookups that the rest of the projected model reads. */
function constantsIn(model: Model, shown: readonly unknown[]): Pick<Model, 'limits' | 'calendars' | 'lookups'> {
  const names = { limit: new Set<string>(), calendar: new Set<string>(), lookup: new Set<string>() }
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (value instanceof Map) for (const each of value.values()) visit(each)
    else if (Array.isArray(value)) value.forEach(visit)
    else {
      const node = value as Partial<Node> & { readonly name?: unknown }
      if (isConstant(node.kind) && typeof node.name === 'string') names[node.kind].add(node.name)
      Object.values(value).forEach(visit)
    }
  }
  shown.forEach(visit)
  const { limits, calendars, lookups } = model
  return {
    limits: new Map([...limits].filter(([name]) => names.limit.has(name))),
    calendars: new Map([...calendars].filter(([name]) => names.calendar.has(name))),
    lookups: new Map([...lookups].filter(([name]) => names.lookup.has(name))),
  }
}

function isConstant(kind: Node['kind'] | undefined): kind is 'limit' | 'calendar' | 'lookup' {
  return kind === 'limit' || kind === 'calendar' || kind === 'lookup'
}
