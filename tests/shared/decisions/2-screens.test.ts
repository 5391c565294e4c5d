// Which paths there are, and their readers; which constants are in force; what messages say.
import { makeDecimal } from '#shared/expressions/decimal.ts'
import { describe, expect, test } from 'vitest'
import { makeDuration } from '#shared/expressions/duration.ts'
import { matchScreenRoute, menuEntries, screensFor } from '#shared/decisions/2-screens.ts'
import { fillMessage, printingOf } from '#shared/decisions/8-errors.ts'
import { makeRefusal, wordRefusal } from '#shared/decisions/refusals.ts'
import { constantsAt } from '#shared/decisions/9-constants.ts'
import { actorWithRoles, anonymous } from '#shared/policy/actor.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { actorOf, evaluatorOf } from '../../apps/decide.ts'
import { ticket, world } from '../../apps/helpdesk-world.ts'

const { model } = world

describe('paths', () => {
  const found = (path: string): string | undefined => {
    const route = matchScreenRoute(model, path)
    return route?.kind === 'screen' ? `${route.screen.name} ${JSON.stringify(route.params)}` : route?.path
  }

  test.each([
    ['/tickets', 'Tickets {}'],
    ['/tickets/', 'Tickets {}'],
    ['/tickets/42', 'Ticket {"id":"42"}'],
    ['/articles/printer%20jam', 'Answer {"slug":"printer jam"}'],
    ['/', '/'],
    ['/sign-in', '/sign-in'],
    ['/404', 'Not found {}'],
    ['/nowhere', undefined],
    ['/tickets/42/more', undefined],
    ['/tickets/%E0%A4%A', undefined],
  ])('%s is %s', (path, expected) => expect(found(path)).toBe(expected))

  test('a fixed segment wins over a parameter', { tags: 'reference/point-2-screens-and-routes' }, () => {
    const both = compileDocument(
      documentOf({
        2: '| route | screen | shows | for |\n|---|---|---|---|\n| /rooms/:id | Room | record of Room | everyone |\n| /rooms/new | New room | form for Room | everyone |\n',
        3: '### Room\n\n| field | type |\n|---|---|\n| name | text |\n',
      }),
    )
    expect(matchScreenRoute(both, '/rooms/new')).toMatchObject({ screen: { name: 'New room' } })
    expect(matchScreenRoute(both, '/rooms/7')).toMatchObject({ screen: { name: 'Room' }, params: { id: '7' } })
  })

  test('a standard page wins over a parameter in its place', { tags: 'reference/standard-pages' }, () => {
    const rooms = compileDocument(
      documentOf({
        2: '| route | screen | shows | for |\n|---|---|---|---|\n| /:id | Room | record of Room | everyone |\n',
        3: '### Room\n\n| field | type |\n|---|---|\n| name | text |\n',
      }),
    )
    expect(matchScreenRoute(rooms, '/sign-in')).toEqual({ kind: 'standard', path: '/sign-in' })
    expect(matchScreenRoute(rooms, '/7')).toMatchObject({ screen: { name: 'Room' } })
  })
})

describe('screens', () => {
  test('the menu has what one may open and needs no parameter', () => {
    expect(menuEntries(screensFor(model, actorOf(world, 'cora'))).map((screen) => screen.name)).toEqual([
      'Tickets',
      'Answers',
      'Help',
    ])
    expect(menuEntries(screensFor(model, anonymous)).map((screen) => screen.name)).toEqual(['Answers', 'Help'])
  })

  test(
    'a form is an entry of the menu only where no list has its button',
    { tags: 'reference/point-2-screens-and-routes' },
    () => {
      const rooms = compileDocument(
        documentOf({
          2: '| route | screen | shows | for |\n|---|---|---|---|\n| /rooms | Rooms | table of Room | Keeper |\n| /new | New room | form for Room | everyone |\n',
          3: '### Room\n\n| field | type |\n|---|---|\n| name | text |\n',
          6: '| role | is |\n|---|---|\n| Keeper | keeps |\n',
        }),
      )
      const menu = (roles: readonly string[]) =>
        menuEntries(screensFor(rooms, actorWithRoles(rooms, roles))).map((screen) => screen.name)
      expect(menu([])).toEqual(['New room'])
      expect(menu(['Keeper'])).toEqual(['Rooms'])
    },
  )

  test('a manager opens what agents open', () => {
    expect(screensFor(model, actorOf(world, 'mona')).map((screen) => screen.key)).toContain('board')
  })
})

describe('constants', () => {
  test('are values by name; what is not shown is empty', () => {
    expect(constantsAt(model, '2026-11-21T00:00:00.000Z')).toMatchObject({
      promise: makeDuration(172_800_000),
      open_tickets: 20,
      pager_url: null,
    })
  })

  test('change at midnight of the application’s time zone', () => {
    const dated = compileDocument(
      documentOf({
        9: '| name | value | from |\n|---|---|---|\n| VAT | 19 % | |\n| VAT | 21 % | 2027-01-01 |\n| time zone | Europe/Berlin | |\n',
      }),
    )
    expect(constantsAt(dated, '2026-12-31T22:59:00.000Z')['vat']).toEqual(makeDecimal(19, 2))
    expect(constantsAt(dated, '2026-12-31T23:01:00.000Z')['vat']).toEqual(makeDecimal(21, 2))
  })
})

describe('messages', () => {
  test('a value that the recipient may not know is left out', () => {
    const { number: _, ...hidden } = ticket()
    const evaluate = evaluatorOf(world, actorOf(world, 'cora'), { ...hidden, id: 'ticket' })
    const filling = { evaluate, printing: printingOf(model) }
    const made = makeRefusal<string>('NOT_YOURS', {}, { entity: 'Ticket', filling })
    expect(wordRefusal(model, made)).toEqual({
      code: 'NOT_YOURS',
      status: 403,
      message: '… is assigned to somebody else.',
      errors: [],
    })
  })

  test('a notification is filled like an error', () => {
    const effect = model.entities.get('Ticket')?.transitions.get('take')?.rows[0]?.then[2]
    const evaluate = evaluatorOf(world, actorOf(world, 'adam'), ticket())
    expect(
      effect?.kind === 'notify' && fillMessage(model, effect.message, { evaluate, printing: printingOf(model) }),
    ).toBe('Adam works on HD-00001')
  })
})
