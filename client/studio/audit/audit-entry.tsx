// Shows one entry of the audit as a sentence.
import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { AuditItem, AuditPerson } from '#shared/protocol/audit.ts'
import { useLinePath, useModel } from '../../data/spec.ts'
import { ExactTime } from '../../ui/relative-time.tsx'
import { say } from '../../words/say.ts'
import classes from './audit.module.css'
import { describeDetail } from './describe-detail.ts'

interface Props {
  readonly item: AuditItem
  readonly events: { readonly [event: string]: string }
  readonly onPerson: (person: AuditPerson) => void
}

export function AuditEntry({ item, events, onPerson }: Props) {
  const { number, at, event, by, subject, detail, address } = item
  const pathOf = useLinePath()
  const line = typeof detail['line'] === 'number' ? detail['line'] : undefined
  const path = line === undefined ? undefined : pathOf(line)
  const said = describeDetail(useModel(), detail)
  return (
    <li className={classes['entry']} data-refused={event === 'write_refused' || event.endsWith('_failed') || undefined}>
      <Text size="sm" c="dimmed" className={`numbers ${classes['when']}`}>
        <ExactTime iso={at} />
      </Text>
      <div className={classes['what']}>
        <Text size="sm">
          {by === null ? (
            <strong>{NOBODY.has(event) ? say('Somebody') : say('The system')}</strong>
          ) : (
            <Person person={by} onPerson={onPerson} />
          )}{' '}
          {events[event] ?? event}
          {subject !== null && subject.id !== by?.id && (
            <>
              {': '}
              <Person person={subject} onPerson={onPerson} />
            </>
          )}
        </Text>
        {(said !== '' || line !== undefined) && (
          <Text size="sm" c="dimmed" className="wraps">
            {said}
            {line !== undefined && (
              <>
                {said === '' ? '' : ', '}
                {path ? (
                  <Link to={path}>{say('line {line}', { line: String(line) })}</Link>
                ) : (
                  say('line {line}', { line: String(line) })
                )}
              </>
            )}
          </Text>
        )}
      </div>
      <Text size="sm" c="dimmed" className={`numbers ${classes['number']}`}>
        {address !== null && <span>{say('from {address}', { address })} · </span>}#{number}
      </Text>
    </li>
  )
}

/** Events that have no signed-in actor. */
const NOBODY: ReadonlySet<string> = new Set([
  'sign_in_failed',
  'second_factor_failed',
  'sign_up_requested',
  'password_reset_requested',
  'sign_in_link_requested',
  'write_refused',
])

function Person({ person, onPerson }: { readonly person: AuditPerson; readonly onPerson: Props['onPerson'] }) {
  return (
    <button type="button" className={classes['person']} onClick={() => onPerson(person)}>
      {person.name ?? say('a person who is gone')}
    </button>
  )
}
