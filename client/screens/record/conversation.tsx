// Records that people wrote to another one, oldest first, with a box to answer in.
import { Button, Title } from '@mantine/core'
import { isEmptyValue } from '#shared/fields/coerce.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { pointsTo } from '../../data/records/filter.ts'
import { fieldLabel, labelFor } from '../../data/label.ts'
import type { RecordData } from '../../data/records/record.ts'
import { isRecordData } from '../../data/records/record.ts'
import { usePages } from '../../data/records/records.ts'
import { useModel } from '../../data/spec.ts'
import { titleOf } from '../../data/records/title.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { RefusalNote } from '../../shell/refusal-note.tsx'
import { Initials } from '../../ui/person-badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import classes from './conversation.module.css'
import { CreateBeside } from './create-beside.tsx'

interface Props {
  /** The reverse relation: "comments". */
  readonly name: string
  readonly related: Entity
  readonly field: Field
  readonly record: RecordData
  readonly body: Field
  readonly author: Field
}

export function Conversation({ name, related, field, record, body, author }: Props) {
  const pages = usePages(related, {
    filter: pointsTo(field, record.id),
    sort: 'created_at',
    expand: [author.name.identifier],
    limit: 50,
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
      <ol className={classes['items']}>
        {items.map((item) => (
          <Message key={item.id} item={item} related={related} body={body} author={author} />
        ))}
      </ol>
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
      <CreateBeside related={related} field={field} record={record} main={body} />
    </section>
  )
}

function Message({
  item,
  related,
  body,
  author,
}: {
  readonly item: RecordData
  readonly related: Entity
  readonly body: Field
  readonly author: Field
}) {
  const model = useModel()
  const person = item[author.name.identifier]
  const name = isRecordData(person) ? titleOf(model, 'Person', person) : 'Somebody'
  const marks = [...related.fields.values()].filter(
    (field) => field.type.kind === 'yes/no' && item[field.name.identifier] === true,
  )
  const at = item['created_at']
  return (
    <li className={classes['message']}>
      <Initials name={name} size="large" />
      <div className={classes['text']}>
        <div className={classes['head']}>
          <strong>{name}</strong>
          {typeof at === 'string' && (
            <span className={classes['when']}>
              <RelativeTime iso={at} />
            </span>
          )}
          {marks.map((mark) => (
            <span key={mark.name.identifier} className={classes['mark']}>
              {fieldLabel(mark)}
            </span>
          ))}
        </div>
        {!isEmptyValue(item[body.name.identifier]) && <FieldValue value={item[body.name.identifier]} field={body} />}
      </div>
    </li>
  )
}
