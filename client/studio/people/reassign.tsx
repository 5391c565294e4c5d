// Offers to reassign what is open under a person's name, and says what was refused.
import { Anchor, Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { OpenRecords, PersonItem } from '#shared/protocol/people.ts'
import { useReassign, useOpenRecords } from '../../data/administration/reassign.ts'
import { quoteFilterText } from '../../data/records/filter-conditions.ts'
import type { ViewedField } from '../../fields/field-view.ts'
import { EditRelation } from '../../fields/edit/edit-relation.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say, sayNumber } from '../../words/say.ts'
import classes from './people.module.css'

const SPAN = { start: 0, end: 0 }
const HEIR: ViewedField = {
  name: { label: say('Reassign to'), identifier: 'to', span: SPAN },
  type: { kind: 'relation', entity: 'Person', many: false, reverse: '', whenDeleted: 'refuse' },
}

/** Offers to reassign what is open under a person's name; shows nothing where nothing is. */
export function Reassign({ person }: { readonly person: PersonItem }) {
  const open = useOpenRecords(person.id)
  const reassign = useReassign(person.id)
  const heading = useId()
  const [to, setTo] = useState<string | null>(null)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const items = open.data?.items ?? []
  const done = reassign.data
  const result = useRef<HTMLDivElement>(null)
  // The button that was pressed may be gone, since nothing is open any more.
  useEffect(() => {
    if (done !== undefined) result.current?.focus()
  }, [done])
  if (open.error) return <RefusalNote error={open.error} onRetry={() => void open.refetch()} />
  if (items.length === 0 && done === undefined) return null
  // Responsible people are replaced unless it is unticked; authors are only where it is ticked.
  const isChosen = (item: OpenRecords): boolean => turned.has(keyOf(item)) === item.isAuthor
  const turn = (item: OpenRecords) => {
    const key = keyOf(item)
    setTurned(turned.has(key) ? new Set([...turned].filter((each) => each !== key)) : new Set([...turned, key]))
  }
  const chosen = items.filter(isChosen)
  const send = () => {
    if (to === null) return
    reassign.mutate({ to, fields: chosen.map(({ entity, field }) => ({ entity, field })) })
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby={heading} className={classes['open'] ?? ''}>
      <Title order={3} fz="md" id={heading}>
        {say('Their open records')}
      </Title>
      {items.map((item) => (
        <Checkbox
          key={keyOf(item)}
          label={`${item.plural}, ${item.label.toLowerCase()}: ${sayNumber(item.count)}`}
          checked={isChosen(item)}
          onChange={() => turn(item)}
        />
      ))}
      {items.length > 0 && (
        <>
          <EditRelation
            id={`${heading}-to`}
            label={HEIR.name.label}
            required
            value={to}
            onChange={(value) => setTo(typeof value === 'string' ? value : null)}
            field={HEIR}
            choices={othersThan(person)}
          />
          <Button
            variant="default"
            disabled={to === null || chosen.length === 0}
            loading={reassign.isPending}
            onClick={send}
          >
            {say('Reassign')}
          </Button>
        </>
      )}
      {reassign.error && <RefusalNote error={reassign.error} />}
      {done && (
        <div role="status" ref={result} tabIndex={-1}>
          <Text size="sm">
            {say('{done} reassigned, {refused} refused.', { done: done.changed, refused: done.refused.length })}{' '}
            {done.more && say('There are more. Reassign again.')}{' '}
            <Anchor component={Link} to="/studio/changes" inherit>
              {say('Undo in Changes')}
            </Anchor>
          </Text>
          {done.refused.length > 0 && (
            <ul className={classes['refused']}>
              {done.refused.map(({ id, title, message }) => (
                <li key={id}>
                  <strong>{title}</strong>: {message}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Stack>
  )
}

function othersThan({ id }: PersonItem): string {
  return ['active', `id != ${quoteFilterText(id)}`].join(' and ')
}

function keyOf({ entity, field }: OpenRecords): string {
  return `${entity} ${field}`
}
