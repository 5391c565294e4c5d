// Lists every entity with the number of its records: the way to data that no screen shows.
import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Entity } from '#shared/model/model.ts'
import { DATA_ROUTE } from '../data/data-screens.ts'
import { useList } from '../data/records/record-queries.ts'
import { useModel } from '../data/spec.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { say, sayNumber } from '../words/say.ts'
import classes from './entity-list.module.css'
import { StudioHead } from './studio-head.tsx'

export function EntityList() {
  const model = useModel()
  const entities = [...model.entities.values()]
  // A call of the document stands in place of the list, and takes and gives what it says.
  const answeredPaths = new Set(model.calls.filter(({ method }) => method === 'GET').map(({ path }) => path))
  return (
    <>
      <StudioHead title={say('Data')} />
      {entities.length === 0 ? (
        <EmptyState icon="table" title={say('The document names no entities yet.')} />
      ) : (
        <ul className={`card ${classes['list']}`}>
          {entities.map((entity) =>
            answeredPaths.has(`/api/${entity.path}`) ? (
              <li key={entity.path} data-closed>
                {entity.plural}
                <Text size="sm" c="dimmed">
                  {say('The document answers {path} itself.', { path: `/api/${entity.path}` })}
                </Text>
              </li>
            ) : (
              <EntityRow key={entity.path} entity={entity} />
            ),
          )}
        </ul>
      )}
    </>
  )
}

function EntityRow({ entity }: { readonly entity: Entity }) {
  const counted = useList(entity, { limit: 1, fields: ['id'], count: true })
  return (
    <li>
      <Link to={`${DATA_ROUTE}/${entity.path}`} data-row-link>
        {entity.plural}
      </Link>
      <Text size="sm" c="dimmed" className="numbers">
        {counted.data?.count !== undefined && sayNumber(counted.data.count)}
      </Text>
    </li>
  )
}
