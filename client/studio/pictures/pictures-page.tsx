// Shows the document as pictures: its states, its entities, and what its roles may.
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { compile } from '#shared/compile.ts'
import type { Pictures } from '#shared/pictures/pictures.ts'
import { readPictures } from '#shared/pictures/read-pictures.ts'
import { useDocumentText } from '../../data/spec.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { say } from '../../words/say.ts'
import { StudioHead } from '../studio-head.tsx'
import { EntitiesPicture } from './entities-picture.tsx'
import { RolesMatrix } from './roles-matrix.tsx'
import { StatesPictures } from './states-pictures.tsx'

const KINDS = [
  { value: 'states', label: say('States') },
  { value: 'entities', label: say('Entities') },
  { value: 'roles', label: say('Roles') },
] as const
type Kind = (typeof KINDS)[number]['value']

export function PicturesPage() {
  const text = useDocumentText() ?? ''
  const pictures = useMemo(() => readPictures(text, compile(text)), [text])
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
        {say('Drawn from the document as it is published. Each name leads to its line.')}
      </Text>
      {pictures ? <Shown kind={kind} pictures={pictures} /> : <NothingToDraw />}
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
