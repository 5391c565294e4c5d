// Links point 6: roles, grants by entity, and the account policy.
import { SHORTEST_PASSWORD } from '../../points/6-roles/password-length.ts'
import type { Expression } from '../../expressions/node.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import * as say from '../../diagnostics/6-roles.ts'
import type { Reference } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { linkGrantees } from './link-grantee.ts'
import { partMeant } from '../7-calls/link-lines.ts'
import { linkCode } from '../8-errors/link-code.ts'
import type { LinkContext } from '../link-context.ts'
import { fieldsNotShown, findEntity, findFields, findName, findTransition, resolveRole } from '../link-context.ts'
import type {
  AccountPolicy,
  AccountPolicyCitations,
  Citation,
  Grant,
  Role,
  SecondFactorRule,
  SignInOption,
  Verb,
} from '../model.ts'
import type { EntityOutline } from '../outline.ts'
import type {
  GrantDeclaration,
  GranteeDeclaration,
  RolesPoint,
  SignInDeclaration,
} from '../../points/6-roles/declarations.ts'

const ALL_VERBS: readonly Verb[] = ['read', 'create', 'update', 'delete', 'import', 'export', 'see history', 'restore']

export function linkRoles(context: LinkContext): ReadonlyMap<string, Role> {
  // What nothing asks for is checked all the same.
  for (const { name, relations } of context.outline.roles.values()) {
    for (const { entity } of relations.flatMap((relation) => relation.places)) {
      const found = findEntity(context, entity)
      if (found) context.roleConditions(name.identifier, found.name.identifier)
    }
  }
  return new Map(
    [...context.outline.roles].map(([identifier, { name, is, includes }]) => [
      identifier,
      { name, is, includes, onRecords: conditionsOf(context, identifier) },
    ]),
  )
}

/** Those who have a role have also each role that it includes. */
function conditionsOf(context: LinkContext, role: string): Role['onRecords'] {
  return [...context.outline.roles.values()]
    .filter((each) => each.includes.includes(role))
    .flatMap(({ name, relations }) =>
      relations
        .flatMap(({ places }) => places)
        .flatMap((place) => {
          const entity = findEntity(context, place.entity)?.name.identifier
          if (entity === undefined) return []
          const conditions = context.roleConditions(name.identifier, entity)
          return conditions.flatMap((where) => (where ? [{ entity, where }] : []))
        }),
    )
}

/** Grants by entity, in the order of the document; a row for several roles or entities is one grant for each. */
export function linkGrants(context: LinkContext): ReadonlyMap<string, readonly Grant[]> {
  const { roles } = context.declarations
  const grants = new Map<string, Grant[]>()
  if (!isShown(roles)) return grants
  for (const declaration of roles.grants) {
    const { otherwise, where, except, createBy } = declaration
    // A row that takes away refuses by itself, and one by a step refuses the plain way.
    if (otherwise && !where && !except && createBy.length === 0)
      context.report(say.otherwiseOfGrantNeverSaid(spanOf(otherwise), { code: linkCode(otherwise) }))
    for (const reference of declaration.entities) {
      const entity = findEntity(context, reference)
      if (!entity) continue
      const { identifier } = entity.name
      const linked = linkGrant(context, entity, declaration)
      const others = grants.get(identifier)
      if (others) others.push(...linked)
      else grants.set(identifier, [...linked])
    }
  }
  return grants
}

function linkGrant(context: LinkContext, entity: EntityOutline, declaration: GrantDeclaration): readonly Grant[] {
  const environment = { record: entity.name.identifier }
  const where = declaration.where && whereOf(context, entity, declaration)
  // A condition that can't be run must not become "always"; on a grant that takes away it must.
  if (declaration.where && !where && !declaration.except) return []
  const otherwise = declaration.otherwise && linkCode(declaration.otherwise)
  const fields = grantedFields(context, entity, declaration)
  const cite = context.cite(6, declaration.span)
  const may = [...new Set(declaration.may.flatMap((verb) => (verb === 'everything' ? ALL_VERBS : [verb])))]
  const steps = createdBy(context, entity, declaration)
  // Else it would say of itself that it grants nothing.
  if (may.length === 0 && steps.length === 0) return []
  return declaration.who
    .flatMap((who) => linkGrantees(context, who, entity, environment))
    .map((who) => ({
      who,
      except: declaration.except,
      may,
      ...(steps.length > 0 ? { createBy: steps } : {}),
      ...(where ? { where } : {}),
      fields,
      ...(otherwise === undefined ? {} : { otherwise }),
      cite,
    }))
}

/** `create by register`: the transitions from "new record" that the row names. */
function createdBy(context: LinkContext, entity: EntityOutline, { createBy }: GrantDeclaration): readonly string[] {
  return createBy.flatMap((reference) => {
    const step = findTransition(context, entity, reference)
    if (step === undefined) return []
    if (entity.transitions.get(step)?.some(({ from }) => from === 'new record')) return [step]
    const { label } = entity.name
    context.report(say.stepMakesNothing(spanOf(reference), { step: reference.value, entity: label }))
    return []
  })
}

/** Links the condition of a row. Where it says something of another entity of the row, this one needs its own. */
function whereOf(
  context: LinkContext,
  entity: EntityOutline,
  { where, entities }: GrantDeclaration,
): Expression | undefined {
  if (!where) return undefined
  const { identifier, label } = entity.name
  if (entities.length > 1) {
    const own = context.readingInSilence(where, { record: identifier }, BOOLEAN)
    own?.tell()
    if (own) return own.expression
    const { entities: all } = context.outline
    const known = [...all.values()].map(({ name }) => name)
    const names = entities.map((each) => all.get(findName(each, known, 'entity') ?? '')?.name)
    const other = names.find((name) => name && context.readingInSilence(where, { record: name.identifier }, BOOLEAN))
    if (other) {
      context.report(say.conditionOfOther(spanOf(where), { entity: label, other: other.label }))
      return undefined
    }
  }
  return context.expression(where, { record: identifier }, BOOLEAN)
}

function grantedFields(context: LinkContext, entity: EntityOutline, declaration: GrantDeclaration): readonly string[] {
  const { fields } = declaration
  const all = [...entity.fields.keys()].filter((field) => field !== 'id' && field !== '_version')
  if (fields.kind === 'all') return all
  const meant = fields.kind === 'only' ? fields.fields : exceptedOf(context, entity, declaration, fields.fields)
  const named = findFields(
    context,
    entity,
    meant.filter((field) => !areGrantedLines(context, entity, field, declaration)),
  )
  return fields.kind === 'only'
    ? all.filter((field) => named.includes(field))
    : all.filter((field) => !named.includes(field))
}

/** Decides whether these are lines that another row grants to the same people: to name them with their head says nothing new. */
function areGrantedLines(
  context: LinkContext,
  entity: EntityOutline,
  field: Reference,
  { who }: GrantDeclaration,
): boolean {
  const lines = entity.reverses.get(partMeant(entity, field, context) ?? '')?.entity
  const { roles } = context.declarations
  if (lines === undefined || !isShown(roles)) return false
  const names = [...context.outline.entities.values()].map(({ name }) => name)
  const granting = roles.grants.filter(
    ({ except, entities }) => !except && entities.some((each) => findName(each, names, 'entity') === lines),
  )
  const granted = new Set(granting.flatMap((row) => row.who.map(wordsOf)))
  return granted.has('everyone') || who.every((one) => granted.has(wordsOf(one)))
}

/** The role or the condition of a grantee, as it is written. */
function wordsOf(who: GranteeDeclaration): string {
  switch (who.kind) {
    case 'word':
      return who.word
    case 'role':
      return identifierOf(who.role.value, 'entity')
    case 'condition':
      return who.condition.value
    default:
      return wordsOf(who.who)
  }
}

/**
 * Lists the excepted fields that apply to an entity. In a grant for several entities, one that lacks a field has
 * nothing to except, and a field that none of them has is reported once.
 */
function exceptedOf(
  { outline }: LinkContext,
  entity: EntityOutline,
  { entities }: GrantDeclaration,
  fields: readonly Reference[],
): readonly Reference[] {
  const names = [...outline.entities.values()].map(({ name }) => name)
  const all = entities.flatMap((each) => outline.entities.get(findName(each, names, 'entity') ?? '') ?? [])
  const has = (of: EntityOutline, field: Reference): boolean =>
    findName(field, [...[...of.fields.values()].map(({ name }) => name), ...fieldsNotShown(of)], 'field') !== undefined
  return fields.filter((field) => has(entity, field) || (entity === all[0] && !all.some((each) => has(each, field))))
}

export function linkAccountPolicy(context: LinkContext): AccountPolicy {
  const { roles } = context.declarations
  if (!isShown(roles)) {
    return {
      signUp: { kind: 'by invitation' },
      signIn: BY_PASSWORD,
      shortestPassword: SHORTEST_PASSWORD,
      mayGive: new Map(),
      administratorsReadData: true,
      citations: 'everyone',
      document: 'administrators',
      grantsCite: context.cite(6, roles.span),
      cites: { mayGive: new Map() },
    }
  }
  const named = (references: readonly Reference[]): readonly string[] =>
    references.flatMap((reference) => findGivenRole(context, reference) ?? [])
  const { signUp, signIn, secondFactor, mayGive, administrators, citations, document, grantsHeader } = roles
  const given = new Map<string, readonly string[]>()
  const givenCites = new Map<string, Citation>()
  for (const { role, gives, span } of mayGive) {
    const giver = findGivenRole(context, role)
    if (giver === undefined) continue
    given.set(giver, [...(given.get(giver) ?? []), ...named(gives)])
    givenCites.set(giver, context.cite(6, span))
  }
  return {
    signUp: signUp.kind === 'open' ? { ...signUp, as: named(signUp.as) } : signUp,
    signIn: waysToSignIn(signIn ?? []),
    shortestPassword: roles.shortestPassword ?? SHORTEST_PASSWORD,
    ...(secondFactor ? { secondFactor: linkSecondFactor(context, secondFactor) } : {}),
    mayGive: given,
    administratorsReadData: administrators === 'all data',
    citations: typeof citations === 'string' ? citations : named(citations),
    document: typeof document === 'string' ? document : named(document),
    grantsCite: context.cite(6, grantsHeader),
    cites: { ...citeSettings(context, roles), mayGive: givenCites },
  }
}

/** A role that people are given: one that follows from a record can neither be given, nor asked for where there is none. */
function findGivenRole(context: LinkContext, reference: Reference): string | undefined {
  const role = resolveRole(context, reference)
  if (role === undefined || context.outline.roles.get(role)?.ofRecords !== true) return role
  context.report(say.roleOfRecords(spanOf(reference), { role: reference.value }))
  return undefined
}

function citeSettings(context: LinkContext, { settings }: RolesPoint): Omit<AccountPolicyCitations, 'mayGive'> {
  const cited = (word: string): Citation | undefined => {
    const span = settings.get(word)
    return span && context.cite(6, span)
  }
  const [signUp, signIn, administrators] = [cited('sign-up'), cited('sign-in'), cited('administrators')]
  return { ...(signUp && { signUp }), ...(signIn && { signIn }), ...(administrators && { administrators }) }
}

function linkSecondFactor(
  context: LinkContext,
  { of, span }: NonNullable<RolesPoint['secondFactor']>,
): SecondFactorRule {
  const roles = of.roles.flatMap((reference) => findGivenRole(context, reference) ?? [])
  return { everyone: of.everyone, administrators: of.administrators, roles, cite: context.cite(6, span) }
}

const BY_PASSWORD: readonly SignInOption[] = [{ kind: 'password' }]

/** Lists each way to sign in once. Where the document names none that can be run, people sign in with a password. */
function waysToSignIn(declared: readonly SignInDeclaration[]): readonly SignInOption[] {
  const ways = declared.flatMap((way): SignInOption[] => {
    if (way.kind === 'provider') {
      const { label, identifier } = way.name
      return [{ kind: 'provider', name: label, path: identifier.replaceAll('_', '-') }]
    }
    return [{ kind: way.kind }]
  })
  const keys = ways.map((way) => (way.kind === 'provider' ? `provider ${way.path}` : way.kind))
  const once = ways.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
  return once.length > 0 ? once : BY_PASSWORD
}
