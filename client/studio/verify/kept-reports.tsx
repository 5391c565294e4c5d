// Lists the reports of verifications that are kept, each with its date, its author and what it found.
import { Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { VerificationItem } from '#shared/protocol/verification.ts'
import { ExactTime } from '../../ui/relative-time.tsx'
import { say } from '../../words/say.ts'
import rows from '../../ui/rows.module.css'
import classes from './verify.module.css'

interface Props {
  readonly items: readonly VerificationItem[]
  /** Id of the one that is shown. */
  readonly shown: string | undefined
}

export function KeptReports({ items, shown }: Props) {
  // The report that is shown already needs no list.
  if (items.every(({ id }) => id === shown)) return null
  return (
    <section className={classes['point']} aria-labelledby="kept-reports">
      <Title order={2} fz="h4" mb="xs" id="kept-reports">
        {say('Reports')}
      </Title>
      <ol className={`card ${rows['list']}`}>
        {items.map((item) => (
          <ReportRow key={item.id} item={item} isShown={item.id === shown} />
        ))}
      </ol>
    </section>
  )
}

function ReportRow({ item, isShown }: { readonly item: VerificationItem; readonly isShown: boolean }) {
  const { id, at, by, revision, passed, failed, notTestable: untested } = item
  return (
    <li className={rows['row']}>
      <div>
        <Link to={`?report=${id}`} aria-current={isShown ? 'true' : undefined} className={classes['report']}>
          <ExactTime iso={at} />
        </Link>
        <Text size="sm" c="dimmed" className="wraps">
          {say('Revision {revision}', { revision })},{' '}
          {say('by {name}', { name: by?.name ?? say('a person who is gone') })}
        </Text>
      </div>
      <Text size="sm" className="numbers">
        {failed === 0
          ? say('{passed} passed, {untested} not testable', { passed, untested })
          : say('{failed} failed, {passed} passed, {untested} not testable', { failed, passed, untested })}
      </Text>
    </li>
  )
}
