// Makes a list, a form and a record screen of every entity for administrators.
import { hasRecords } from '#shared/decisions/2-screens.ts'
import type { Entity, Model, Screen } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { withinSentence } from '../words/language.ts'
import { say } from '../words/say.ts'

export const DATA_ROUTE = '/studio/data'

/** A list, a form and a record page for each entity; none where point 6 keeps data from administrators, or none has calls. */
export function dataScreens(model: Model, session: SessionBody): readonly Screen[] {
  if (!session.administrator || !model.accountPolicy.administratorsReadData || !hasRecords(model)) return []
  return [...model.entities.values()].flatMap(screensOf)
}

export function isDataScreen({ route }: Screen): boolean {
  return route.startsWith(`${DATA_ROUTE}/`)
}

function screensOf(entity: Entity): readonly Screen[] {
  const name = entity.name.identifier
  const route = `${DATA_ROUTE}/${entity.path}`
  const common = { for: [], prose: [], cite: entity.cite }
  return [
    { ...common, key: `data-${entity.path}`, route, name: entity.plural, shows: { kind: 'table', entity: name } },
    {
      ...common,
      key: `data-new-${entity.path}`,
      route: `${route}/new`,
      name: say('New {name}', { name: withinSentence(entity.name.label) }),
      shows: { kind: 'form', entity: name },
    },
    {
      ...common,
      key: `data-record-${entity.path}`,
      route: `${route}/:id`,
      name: entity.name.label,
      shows: { kind: 'record', entity: name, by: 'id' },
      beside: [...entity.reverses.keys(), 'history'],
    },
  ]
}
