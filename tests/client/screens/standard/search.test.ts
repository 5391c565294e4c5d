import { describe, expect, test } from 'vitest'
import type { SessionBody } from '#shared/protocol/session.ts'
import { leadingRelation } from '../../../../client/data/search/leading-relation.ts'
import { searchedEntities, searchedFields } from '../../../../client/data/search/searched-entities.ts'
import { searchScreen } from '../../../../client/data/visible-screens.ts'
import { helpdesk } from '../../../helpers/compile-document.ts'
import { nobody } from '../../../helpers/nobody-session.ts'

const model = helpdesk()
const ada = { id: '1', name: 'Ada', email: 'ada@example.com', roles: ['Agent'] }
const agent: SessionBody = { ...nobody, person: ada, roles: ['Agent'] }

describe('the search', () => {
  test('looks through what has a page for its reader and a field that is searched', () => {
    expect(searchedEntities(model, agent).map((entity) => entity.plural)).toEqual([
      ...['Tickets', 'Comments', 'Articles', 'Tags', 'People'],
    ])
    expect(searchedEntities(model, nobody).map((entity) => entity.plural)).toEqual(['Articles'])
  })

  test('looks for what is shown as a title, though the document does not call it searchable', () => {
    const manager: SessionBody = { ...agent, roles: ['Manager'] }
    const [team] = searchedEntities(model, manager).filter(({ plural }) => plural === 'Teams')
    expect(team && searchedFields(model, manager, team)).toEqual(['name'])
  })

  test('leads from what has no page to the record on whose page it stands', () => {
    const administrator: SessionBody = { ...agent, administrator: true }
    const leading = (session: SessionBody, name: string) => {
      const entity = model.entities.get(name)
      return entity && leadingRelation(model, session, entity)
    }
    expect(leading(agent, 'Comment')).toBe('ticket')
    expect(leading(administrator, 'Comment')).toBe('ticket')
    expect(leading(nobody, 'Comment')).toBeUndefined()
    expect(leading(agent, 'Ticket')).toBeUndefined()
  })

  test('leads to the list of all that was found, where there is one', () => {
    expect(searchScreen(model, agent, 'Ticket')?.route).toBe('/tickets')
    expect(searchScreen(model, nobody, 'Ticket')).toBeUndefined()
  })
})
