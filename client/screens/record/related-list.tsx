// Records that point to another one, by their titles.
import { Anchor, Button, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Entity, Field } from '#shared/model/model.ts'
import { pointsTo } from '../../data/records/filter.ts'
import { listedFields } from '../../data/records/listed-fields.ts'
import { labelFor } from '../../data/label.ts'
import type { RecordData } from '../../data/records/record.ts'
import { usePages } from '../../data/records/records.ts'
import { useRights } from '../../data/records/rights.ts'
import { recordPath } from '../../data/screens.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { titleOf, titlePaths } from '../../data/records/title.ts'
import { RefusalNote } from '../../shell/refusal-note.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import classes from './conversation.module.css'
import { CreateBeside } from './create-beside.tsx'

interface Props {
  readonly name: string
  readonly related: Entity
  readonly field: Field
  readonly record: RecordData
}

export function RelatedList({ name, related, field, record }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const { readable } = useRights(related)
  const pages = usePages(related, {
    filter: pointsTo(field, record.id),
    fields: listedFields(model, related, [], readable),
    expand: titlePaths(model, session, related),
    limit: 20,
  })
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const id = `beside-${name}`
  return (
    <section className={`card ${classes['talk']}`} aria-labelledby={id}>
      <Title order={2} id={id} mb="md">
        {labelFor(name)}
      </Title>
      {pages.error && <RefusalNote error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && (
        <Loading>
          <ListSkeleton rows={3} />
        </Loading>
      )}
      {pages.data && items.length === 0 && <p className={classes['none']}>No {labelFor(name).toLowerCase()} yet.</p>}
      <ul className={classes['list']}>
        {items.map((item) => {
          const title = titleOf(model, related.name.identifier, item)
          const path = recordPath(model, session, related.name.identifier, item)
          return (
            <li key={item.id}>
              {path ? (
                <Anchor component={Link} to={path}>
                  {title}
                </Anchor>
              ) : (
                title
              )}
            </li>
          )
        })}
      </ul>
      {pages.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          mb="sm"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Load more
        </Button>
      )}
      <CreateBeside related={related} field={field} record={record} />
    </section>
  )
}
