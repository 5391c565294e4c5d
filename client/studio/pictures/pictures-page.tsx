// Shows the document as pictures: its states, its entities, and what its roles may.
import { Text } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import type { Pictures } from '#shared/pictures/pictures.ts'
import { useDocumentText } from '../../data/spec.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Loading, PageSkeleton } from '../../ui/skeletons.tsx'
import { say } from '../../words/say.ts'
import { StudioHead } from '../studio-head.tsx'
import { EntitiesPicture } from './entities-picture.tsx'
import { RolesMatrix } from './roles-matrix.tsx'
import { StatesPictures } from './states-pictures.tsx'
import { usePictures } from './use-pictures.ts'

const KINDS = [
  { value: 'states', label: say('States') },
  { value: 'entities', label: say('Entities') },
  { value: 'roles', label: say('Roles') },
] as const
type Kind = (typeof KINDS)[number]['value']

export function PicturesPage() {
  const { data: pictures, error, refetch } = usePictures(useDocumentText() ?? '')
  const [parameters, setParameters] = useSearchParams()
  const kind = KINDS.find(({ value }) => value === parameters.get('show'))?.value ?? 'states'
  return (
    <>
      <StudioHead title={say('Pictures')}>
        <Segments
          data={KINDS}
          value={kind}
          onChange={(show) => setParameters({ show }, { replace: true })}
          label={say('Picture')}
        />
      </StudioHead>
      <Text size="sm" c="dimmed" mb="lg">
        {say('Drawn from the published document. Each name links to its line.')}
      </Text>
      {error && <RefusalNote error={error} onRetry={() => void refetch()} />}
      {pictures && <Shown kind={kind} pictures={pictures} />}
      {!pictures && !error && (
        <Loading>
          <PageSkeleton />
        </Loading>
      )}
    </>
  )
}

function Shown({ kind, pictures }: { readonly kind: Kind; readonly pictures: Pictures }) {
  const { workflows, entities, roles } = pictures
  if (kind === 'states' && workflows.length > 0) return <StatesPictures workflows={workflows} />
  if (kind === 'entities' && entities.length > 0) return <EntitiesPicture pictures={pictures} />
  if (kind === 'roles' && roles.columns.length > 0) return <RolesMatrix roles={roles} />
  return <NothingToDraw />
}

function NothingToDraw() {
  return (
    <EmptyState icon="picture" title={say('There is nothing to draw yet.')}>
      {say('States, entities and roles are drawn as soon as the document has them.')}
    </EmptyState>
  )
}
