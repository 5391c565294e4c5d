// Shows the title and prose of a screen and sets the page title.
import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { Prose } from '#shared/model/model.ts'
import { BASE_PATH } from '../data/base-path.ts'
import { useModel } from '../data/spec.ts'
import { Markdown } from '../ui/text/markdown.tsx'
import { say } from '../words/say.ts'

interface Props {
  readonly title: string
  /** Before the title: the picture of a person. */
  readonly mark?: ReactNode
  readonly prose?: readonly Prose[]
  /** Buttons at the other end of the line of the title. */
  readonly children?: ReactNode
  readonly above?: ReactNode
}

export function PageHead({ title, mark, prose = [], children, above }: Props) {
  const model = useModel()
  usePageTitle(title, model.name)
  return (
    <Stack gap="xs" mb="lg">
      {above}
      <Group justify="space-between" align="flex-start" gap="md">
        <Group gap="sm" wrap="nowrap">
          {mark}
          <Title order={1}>{title}</Title>
        </Group>
        <Group gap="sm">{children}</Group>
      </Group>
      {prose.length > 0 && <Markdown quiet text={prose.map((each) => each.markdown).join('\n\n')} />}
    </Stack>
  )
}

export function usePageTitle(title: string, application: string): void {
  useEffect(() => {
    const parts = [...(BASE_PATH === '' ? [] : [say('Trial')]), title, ...(title === application ? [] : [application])]
    document.title = parts.join(' · ')
  }, [title, application])
}
