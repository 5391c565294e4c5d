// Screens in the client: of what the server sends, people are offered what the server opens to them, and nothing else.
import { describe, expect, test } from 'vitest'
import { isDataScreen } from '../../../client/data/data-screens.ts'
import { sessionPolicy } from '../../../client/data/session-policy.ts'
import { visibleScreens } from '../../../client/data/visible-screens.ts'
import type { HeldRoles } from '../../../shared/decisions/2-screens.ts'
import { canOpenStandardScreen, screensFor } from '../../../shared/decisions/2-screens.ts'
import { projectModel } from '../../../shared/decisions/project-model.ts'
import type { Model } from '../../../shared/model/model.ts'
import { STANDARD_ROUTES } from '../../../shared/model/2-screens/standard-routes.ts'
import { reviveModel, serializeModel } from '../../../shared/model/serialize.ts'
import type { Actor } from '../../../shared/policy/actor.ts'
import { ADMINISTRATOR, actorWithRoles, anonymous } from '../../../shared/policy/actor.ts'
import type { SessionBody } from '../../../shared/protocol/session.ts'
import { compileDocument, documentOf, helpdesk, readShipped } from '../../helpers/compile-document.ts'

const model = helpdesk()
const sets = [[], ...[...model.roles.keys()].map((role) => [role]), [...model.roles.keys()], [ADMINISTRATOR]]
const actors: readonly (readonly [name: string, actor: Actor])[] = [
  ['nobody', anonymous],
  ...sets.map((roles) => [roles.join(', ') || 'no role', actorWithRoles(model, roles)] as const),
]

describe.each(actors)('to %s', (_, actor) => {
  const sent = sentModel(model, actor)
  const session = sessionOf(actor)

  test('the screens of the document', () => {
    const own = visibleScreens(sent, session).filter((screen) => !isDataScreen(screen))
    const keys = own.map(({ key }) => key)
    expect(keys).toEqual(screensFor(model, actor).map(({ key }) => key))
  })

  test('the standard screens', () => {
    const policy = sessionPolicy(sent, session)
    const open = STANDARD_ROUTES.filter((path) => policy.canOpenStandardScreen(path))
    expect(open).toEqual(STANDARD_ROUTES.filter((path) => canOpenStandardScreen(model, actor, path)))
  })
})

test('an administrator is offered no data where the document shows neither entities nor roles', () => {
  const seed = compileDocument(readShipped('seed'))
  const administrator = actorWithRoles(seed, [ADMINISTRATOR])
  const session = sessionOf(administrator)
  const sent = sentModel(seed, administrator)
  expect(visibleScreens(sent, session).filter(isDataScreen)).toEqual([])
  expect(sessionPolicy(sent, session).canOpenStandardScreen('/studio/data')).toBe(false)
  expect(sessionPolicy(sent, session).canOpenStandardScreen('/studio/people')).toBe(true)
})

describe('a screen of a role that follows from a record', () => {
  const led = compileDocument(
    documentOf({
      2: '| route | screen | shows | for |\n|---|---|---|---|\n| /leading | Leading | table of Project | Lead |',
      3: '### Project\n\n| field | type |\n|---|---|\n| name | text |\n| lead | Person |',
      6: `
| role | is | of | who |
|---|---|---|---|
| Lead | leads | Project | \`lead == me\` |
| Member | works | | |

| role | entity | may |
|---|---|---|
| Member | Project | everything |`,
    }),
  )
  const member = actorWithRoles(led, ['Member'])

  test.each([
    ['is open to a person who has it on one', ['Lead'], ['Leading']],
    ['is not there for others', [], []],
  ] as const)('%s', (_, held, names) => {
    const sent = sentModel(led, member, new Set(held))
    const shown = visibleScreens(sent, { ...sessionOf(member), held })
    expect(shown.map(({ name }) => name)).toEqual(names)
  })
})

test('is worked out once for a session, and anew for another', () => {
  const sent = sentModel(model, actorWithRoles(model, ['Agent']))
  const agent = sessionOf(actorWithRoles(model, ['Agent']))
  const { read } = sessionPolicy(sent, agent).entity('Ticket')
  expect(sessionPolicy(sent, agent).entity('Ticket').read).toBe(read)
  expect(visibleScreens(sent, agent)).toBe(visibleScreens(sent, agent))
  const nobody = sessionOf(anonymous)
  expect(sessionPolicy(sent, nobody).entity('Ticket').read).not.toBe(read)
  expect(visibleScreens(sent, nobody).length).toBeLessThan(visibleScreens(sent, agent).length)
})

function sentModel(whole: Model, actor: Actor, held?: HeldRoles): Model {
  return reviveModel(JSON.parse(serializeModel(projectModel(whole, actor, held))))
}

function sessionOf({ person, roles, administrator }: Actor): SessionBody {
  return {
    person: person && { id: person.id, name: 'Ann', email: 'ann@example.com', roles: [] },
    roles,
    administrator,
    signUp: 'closed',
    signIn: [],
    sendsMail: false,
    revision: 'r',
  }
}
