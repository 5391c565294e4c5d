// What people see where point 6 lets them create by one step only: its name on the one button of each place.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { creatableInHead, creatableNames } from '../../../client/data/records/permissions.ts'
import { predictCreate } from '../../../client/data/records/predict-create.ts'
import { sessionActor } from '../../../client/data/session-policy.ts'
import { SessionContext } from '../../../client/data/session.ts'
import { ModelContext } from '../../../client/data/spec.ts'
import { listCommands } from '../../../client/frame/palette/palette-commands.ts'
import { CreateForm } from '../../../client/screens/form/create-form.tsx'
import { withAsked } from '../../../client/screens/form/creating-transitions.ts'
import { validateForm } from '../../../client/screens/form/validate-form.ts'
import { CreateLink } from '../../../client/screens/form/create-link.tsx'
import { projectModel } from '#shared/decisions/project-model.ts'
import { actorWithRoles, ADMINISTRATOR } from '#shared/policy/actor.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const model = compileDocument(
  documentOf({
    2: `| route | screen | shows | for |
|---|---|---|---|
| /members | Members | table of Member | everyone |
| /register | New member | form for Member | everyone |
`,
    3: `### Club

| field | type | required |
|---|---|---|
| name | text | yes |

### Member

| field | type | required |
|---|---|---|
| name | text | yes |
| club | Club (as members) | yes |
| note | text | |
`,
    4: `### Member.status

- starts: draft
- ends: active

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| register | new record | active | Clerk, Chief | voucher: text required | \`note = input.voucher\` |
| activate | draft | active | Clerk, Chief | | |
`,
    6: `| role | is |
|---|---|
| Clerk | writes down |
| Chief | decides |
| Guest | looks |

| role | entity | may | fields |
|---|---|---|---|
| Clerk | Member | create by register | name, club |
| everyone | Member, Club | read | all |
| Chief | Member | create | all |
`,
  }),
)

function open(role: string) {
  const actor = actorWithRoles(model, [role])
  const session: SessionBody = {
    signUp: 'closed',
    signIn: [],
    sendsMail: false,
    revision: '1',
    held: [],
    person: { id: actor.person?.id ?? '', name: role, email: 'a@example.com', roles: actor.roles },
    roles: actor.roles,
    administrator: actor.administrator,
  }
  const seen = projectModel(model, actor, new Set())
  const member = seen.entities.get('Member')
  const form = 'screens' in seen.screens ? seen.screens.screens.find(({ shows }) => shows.kind === 'form') : undefined
  if (!member || !form) throw new Error('There is a form for members.')
  return { seen, session, member, form }
}

/** The texts of its buttons and links, and the names of its inputs. */
function shown({ seen, session }: ReturnType<typeof open>, child: ReactNode) {
  const within = createElement(ModelContext, { value: seen }, createElement(SessionContext, { value: session }, child))
  const routed = createElement(MemoryRouter, null, createElement(MantineProvider, null, within))
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, routed))
  const textOf = (part: string) => part.replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, '').trim()
  return {
    buttons: [...html.matchAll(/<(?:button|a)\b[^]*?<\/(?:button|a)>/g)]
      .map(([part]) => textOf(part))
      .filter((text) => text !== ''),
    inputs: [...html.matchAll(/<label\b[^]*?<\/label>/g)].map(([part]) => textOf(part)),
  }
}

function formOf(page: ReturnType<typeof open>) {
  const { member: entity, form } = page
  const ignore = () => undefined
  const props = { entity, name: 'create', label: form.name, order: 2, repeats: true } as const
  return shown(page, createElement(CreateForm, { ...props, onCreated: ignore, onCancel: ignore }))
}

describe('who may create by one step only', () => {
  const page = open('Clerk')

  test('has one button in the form, which bears its name, and is asked what the step asks', () => {
    const { buttons, inputs } = formOf(page)
    expect(buttons).toEqual(['Register', 'Save and add another', 'Cancel'])
    expect(inputs).toEqual(['Name *', 'Club *', 'Voucher *'])
  })

  test('is led there by its name from lists and from the command palette', () => {
    const { seen: model, session, form, member: entity } = page
    expect(shown(page, createElement(CreateLink, { form, entity })).buttons).toEqual(['Register'])
    const around = { model, session, go: () => undefined, setColors: () => undefined, showShortcuts: () => undefined }
    Object.assign(globalThis, { document: { querySelectorAll: () => [], querySelector: () => null } })
    const commands = listCommands(around)
    Reflect.deleteProperty(globalThis, 'document')
    expect(commands.filter(({ group }) => group === 'Create').map(({ label }) => label)).toEqual(['Register: Member'])
  })

  test('creates beside a record too, and no line of a head: that is no step', () => {
    const { seen, session, member } = page
    const club = { id: 'c-1', name: 'Chess' }
    const field = member.fields.get('club')
    if (!field) throw new Error('A member has a club.')
    const creation = { entity: member, field, record: club, now: '2026-01-01T00:00:00.000Z' }
    expect(predictCreate(seen, sessionActor(session), creation)).toBe(true)
    expect([...creatableNames(seen, session, 'Member')]).toEqual(['name', 'club'])
    expect([...creatableInHead(seen, session, 'Member')]).toEqual([])
  })
})

test('who may create plainly as well has the plain button first', () => {
  expect(formOf(open('Chief')).buttons).toEqual(['New member', 'Save and add another', 'Cancel'])
})

test('who may do neither is offered nothing', () => {
  const { seen, session } = open('Guest')
  expect([...creatableNames(seen, session, 'Member')]).toEqual([])
})

test('administrators have the plain way too, as long as somebody is granted it', () => {
  expect(formOf(open(ADMINISTRATOR)).inputs).toEqual(['Name *', 'Club *', 'Note'])
})

test('a form whose button is a step leaves to the server what holds once its effects are done', () => {
  const document = compileDocument(
    documentOf({
      3: `### Member

| field | type | required |
|---|---|---|
| name | text | yes |
| vouched by | text | |
| plea | text | \`status == "draft"\` |
| reason | text | \`name == "Max"\` |
`,
      4: `### Member.status

- starts: draft
- ends: active

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| register | new record | active | everyone | voucher: text | \`vouched_by = input.voucher\` |
`,
      5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Somebody vouches | Member | \`vouched_by != null\` | "Somebody has to vouch." | name |
`,
    }),
  )
  const member = document.entities.get('Member')
  if (!member) throw new Error('There are members.')
  const validate = (entity: typeof member) => {
    const fields = [...entity.fields.values()].filter(({ standard, workflow }) => !standard && !workflow)
    const now = '2026-11-21T08:00:00.000Z'
    const { required, errors } = validateForm({
      ...{ model: document, entity, actor: actorWithRoles(document, []), fields, values: { name: 'Max' }, now },
    })
    return [...required, ...errors.keys()]
  }
  expect(validate(member)).toEqual(['name', 'plea', 'reason', 'name'])
  expect(validate(withAsked(member, member.transitions.get('register')))).toEqual(['name', 'reason'])
})
