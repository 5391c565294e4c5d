// Leads administrators, who have no role of the document by being that, to where they give themselves one.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useKnownSession } from '../../data/session.ts'
import { say, sayList } from '../../words/say.ts'

/** `roles`: labels of those that would do. */
export function OwnRole({ roles }: { readonly roles: readonly string[] }) {
  const { administrator, person, viewing } = useKnownSession()
  if (roles.length === 0 || !administrator || person === null || viewing !== undefined) return null
  const place = new URLSearchParams({ q: person.name, person: person.id })
  return (
    <Anchor component={Link} to={`/studio/people?${place.toString()}`} size="sm" underline="always">
      {say('Give yourself the role {role}', { role: sayList(roles, 'or') })}
    </Anchor>
  )
}
