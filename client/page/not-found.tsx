// Shows the page for addresses that do not exist for the actor.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'
import { allScreens, firstPath } from '../data/visible-screens.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { Icon } from '../ui/icon.tsx'
import { Markdown } from '../ui/text/markdown.tsx'
import { usePageTitle } from './page-head.tsx'
import { say } from '../words/say.ts'

export function NotFound() {
  const model = useModel()
  const session = useKnownSession()
  const { pathname, search } = useLocation()
  const screen = allScreens(model).find((each) => each.shows.kind === 'not found')
  const first = firstPath(model, session)
  const title = screen?.name ?? say('Not found')
  usePageTitle(title, model.name)
  return (
    <Stack align="flex-start" gap="md" maw={560} py={{ base: 'xl', sm: 72 }}>
      <Text c="dimmed" size="sm" fw={600} className="numbers">
        404
      </Text>
      <Title order={1}>{title}</Title>
      {screen && screen.prose.length > 0 ? (
        <Markdown text={screen.prose.map((each) => each.markdown).join('\n\n')} />
      ) : (
        <Text>{say('This page does not exist, or you may not see it.')}</Text>
      )}
      <Group>
        <Button component={Link} to={first ?? '/'} leftSection={<Icon name="back" size={16} />}>
          {say('Back to the start')}
        </Button>
        {!session.person && (
          <Button component={Link} to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} variant="default">
            {say('Sign in')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
