// Shows a page of prose.
import { Text } from '@mantine/core'
import type { Screen } from '#shared/model/model.ts'
import { PageHead } from '../page/page-head.tsx'
import { Markdown } from '../ui/text/markdown.tsx'
import classes from './page-screen.module.css'

export function PageScreen({ screen, note }: { readonly screen: Screen; readonly note?: string }) {
  return (
    <>
      <PageHead title={screen.name} />
      {note && <Text c="dimmed">{note}</Text>}
      {screen.prose.length > 0 && (
        <article className={`card ${classes['page']}`}>
          <Markdown text={screen.prose.map((each) => each.markdown).join('\n\n')} />
        </article>
      )}
    </>
  )
}
