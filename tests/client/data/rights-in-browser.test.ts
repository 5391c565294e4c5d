// Holds that every right that a shipped document grants can be used in the browser: some screen has the button for it.
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { placesBeside } from '../../../client/data/record-places.ts'
import { creatableNames, createsInPicker } from '../../../client/data/records/permissions.ts'
import { predictCreate } from '../../../client/data/records/predict-create.ts'
import { formScreen, visibleScreens } from '../../../client/data/visible-screens.ts'
import { fieldView } from '../../../client/fields/registry.ts'
import { formPartsOf } from '../../../client/screens/form/lines/form-lines.ts'
import { hasRecords } from '#shared/decisions/2-screens.ts'
import { composePolicy } from '#shared/decisions/policy.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, Model, Transition } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { actorWithRoles, ADMINISTRATOR, anonymous } from '#shared/policy/actor.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { compileDocument } from '../../helpers/compile-document.ts'

const FOLDER = new URL('../../../shared/documents/', import.meta.url)
/** Without screens by intention: programs use it, not people. */
const WITHOUT_SCREENS = ['todo-backend.md', 'blog.md']
const shipped = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')] as const)
  .filter(([name, text]) => text.startsWith('# Specification:') && !WITHOUT_SCREENS.includes(name))

/** A person as their browser knows them: the model as it was sent to them, and their session. */
interface Visitor {
  readonly called: string
  readonly actor: Actor
  readonly model: Model
  readonly session: SessionBody
  readonly held: ReadonlySet<string>
}

function visitorsOf(model: Model): readonly Visitor[] {
  const held = new Set([...model.roles.values()].filter(({ onRecords }) => onRecords.length > 0).map(nameOf))
  const given = [...model.roles.values()].map(nameOf).filter((name) => !held.has(name))
  const actors: readonly (readonly [string, Actor])[] = [
    ['anyone', anonymous],
    // Where the document has roles, people have one.
    ...(given.length === 0 ? [['everyone', actorWithRoles(model, [])] as const] : []),
    ...given.map((role) => [role, actorWithRoles(model, [role])] as const),
    [ADMINISTRATOR, actorWithRoles(model, [ADMINISTRATOR])],
  ]
  return actors.map(([called, actor]) => {
    const own = actor.person === null ? new Set<string>() : held
    const { id } = actor.person ?? { id: '' }
    const session: SessionBody = {
      signUp: 'closed',
      signIn: [],
      sendsMail: false,
      revision: '1',
      person: actor.person === null ? null : { id, name: called, email: `${called}@example.com`, roles: actor.roles },
      roles: actor.roles,
      administrator: actor.administrator,
      held: [...own],
    }
    return { called, actor, session, held: own, model: projectModel(model, actor, own) }
  })
}

const nameOf = ({ name }: { readonly name: { readonly identifier: string } }): string => name.identifier

/** Lists what the visitor may do, but no screen of theirs lets them do: "Agent: create Article". */
function unusable(visitor: Visitor): readonly string[] {
  // Nothing of it has a call either.
  if (!hasRecords(visitor.model)) return []
  return [...visitor.model.entities.values()].flatMap((entity) => {
    const found = [...deadCreation(visitor, entity), ...deadChanges(visitor, entity), ...deadTables(visitor, entity)]
    return found.map((what) => `${visitor.called}: ${what} ${entity.name.label}`)
  })
}

function deadCreation(visitor: Visitor, entity: Entity): readonly string[] {
  const { model, session } = visitor
  const name = nameOf(entity)
  if (creatableNames(model, session, name).size === 0) return []
  return formScreen(model, session, name) !== undefined ||
    isCreatedInList(visitor, name) ||
    isCreatedBeside(visitor, name) ||
    isChosenInForm(visitor, name)
    ? []
    : ['create']
}

function isCreatedBeside({ model, session, actor }: Visitor, entity: string): boolean {
  return (
    pagesOf(model, session).some(({ screen, head }) =>
      placesBeside(model, screen, head).some(({ related, field }) => {
        const record = { id: '00000000-0000-7000-8000-000000000001' }
        return (
          nameOf(related) === entity &&
          creatableNames(model, session, entity).has(nameOf(field)) &&
          predictCreate(model, actor, { entity: related, field, record, now: '2026-11-21T10:00:00.000Z' }) !== false
        )
      }),
    ) ||
    formsOf(model, session).some((head) =>
      formPartsOf(model, session, head).some((part) => nameOf(part.entity) === entity),
    )
  )
}

/** A list without a form has the button all the same. */
function isCreatedInList({ model, session }: Visitor, entity: string): boolean {
  return (
    createsInPicker(model, session, entity) &&
    visibleScreens(model, session).some(({ shows }) => shows.kind === 'table' && shows.entity === entity)
  )
}

/** With a relation that is filled in there comes a button that creates what is missing. */
function isChosenInForm({ model, session }: Visitor, entity: string): boolean {
  return formsOf(model, session).some((form) =>
    [...creatableNames(model, session, nameOf(form))].some((field) => {
      const type = form.fields.get(field)?.type
      return type?.kind === 'relation' && type.entity === entity && createsInPicker(model, session, entity)
    }),
  )
}

function deadChanges(visitor: Visitor, entity: Entity): readonly string[] {
  const { model, actor, held } = visitor
  const name = nameOf(entity)
  const policy = composePolicy(model, actor, held).entity(name)
  if (policy.read.rows === false || isChangedSomewhere(visitor, entity)) return []
  const written = [...entity.fields.values()].filter(
    (field) =>
      isWrittenByPeople(field) &&
      !field.limits.writeOnce &&
      !fieldView(field.type.kind).closed &&
      policy.update.fields.has(nameOf(field)),
  )
  const steps = [...entity.transitions.values()].filter((each) => isStep(each) && policy.transition(each).possible)
  return [
    ...(policy.update.grants.length > 0 && written.length > 0 ? ['update'] : []),
    ...(policy.delete.grants.length > 0 ? ['delete'] : []),
    ...steps.map((each) => nameOf(each)),
  ]
}

/** A list has the buttons; of what stands beside a record, its menu has both. */
function deadTables({ model, session, actor, held }: Visitor, entity: Entity): readonly string[] {
  const name = nameOf(entity)
  const isListed = visibleScreens(model, session).some(({ shows }) => shows.kind === 'table' && shows.entity === name)
  const isBeside = pagesOf(model, session).some(({ screen, head }) =>
    placesBeside(model, screen, head).some(({ related }) => related === entity),
  )
  const { exported, create, update, verb } = composePolicy(model, actor, held).entity(name)
  const isImported = verb('import').grants.length > 0 && create.grants.length + update.grants.length > 0
  return [
    ...(exported.rows === false || isListed || isBeside ? [] : ['export']),
    ...(!isImported || isListed || isBeside ? [] : ['import']),
  ]
}

const isStep = ({ rows }: Transition): boolean => rows.some(({ from }) => from !== 'new record')

/** On its page, in a list, beside another record, or with the account: each has all of editing, deleting and transitions. */
function isChangedSomewhere({ model, session }: Visitor, entity: Entity): boolean {
  const name = nameOf(entity)
  return (
    (name === 'Person' && session.person !== null) ||
    visibleScreens(model, session).some(
      ({ shows }) => (shows.kind === 'record' || shows.kind === 'table') && shows.entity === name,
    ) ||
    pagesOf(model, session).some(({ screen, head }) =>
      placesBeside(model, screen, head).some(({ related }) => related === entity),
    )
  )
}

function pagesOf(model: Model, session: SessionBody) {
  return visibleScreens(model, session).flatMap((screen) => {
    const head = screen.shows.kind === 'record' ? model.entities.get(screen.shows.entity) : undefined
    return head ? [{ screen, head }] : []
  })
}

function formsOf(model: Model, session: SessionBody): readonly Entity[] {
  return visibleScreens(model, session).flatMap(({ shows, route }) => {
    const entity = shows.kind === 'form' && !route.includes(':') ? model.entities.get(shows.entity) : undefined
    return entity ? [entity] : []
  })
}

describe('every right that a document grants can be used in the browser', () => {
  test.each(shipped)('%s', (_name, text) => {
    expect(visitorsOf(compileDocument(text)).flatMap(unusable)).toEqual([])
  })
})
