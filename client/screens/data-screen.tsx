// Shows the list of an entity in the studio, with the way back to all data and to what was deleted.
import { Anchor, Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'
import type { Entity, Screen } from '#shared/model/model.ts'
import { DATA_ROUTE } from '../data/data-screens.ts'
import { usePermissions } from '../data/records/permissions.ts'
import { useModel } from '../data/spec.ts'
import { Icon } from '../ui/icon.tsx'
import { say } from '../words/say.ts'
import { TableScreen } from './table-screen.tsx'
import { TrashList } from './table/trash-list.tsx'

interface Props {
  readonly screen: Screen
  readonly entityName: string
}

export function DataScreen({ screen, entityName }: Props) {
  const entity = useModel().entities.get(entityName)
  const [parameters] = useSearchParams()
  if (!entity) return null
  return parameters.has('trash') ? (
    <TrashList entity={entity} route={screen.route} />
  ) : (
    <TableScreen screen={screen} entityName={entityName} above={<BackToData />} aside={<TrashLink entity={entity} />} />
  )
}

/** Leads back to the data: such a list is no page of the application, though it looks like one. */
function BackToData() {
  return (
    <Anchor component={Link} to={DATA_ROUTE} size="sm" w="fit-content">
      <Icon name="back" size={15} /> {say('Data')}
    </Anchor>
  )
}

function TrashLink({ entity }: { readonly entity: Entity }) {
  const { restore } = usePermissions(entity)
  if (!restore || entity.deleted.kind === 'for good') return null
  return (
    <Button component={Link} to="?trash" variant="default" leftSection={<Icon name="trash" size={16} />}>
      {say('Trash')}
    </Button>
  )
}
