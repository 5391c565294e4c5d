// Says what differs between two texts of the document, point by point.
import { List, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { DocumentChange } from '#shared/document/compare-document-texts.ts'
import { compareDocumentTexts } from '#shared/document/compare-document-texts.ts'
import { say } from '../../words/say.ts'

interface Props {
  readonly before: string
  readonly after: string
}

/** Shows nothing where only the layout differs. */
export function DocumentChanges({ before, after }: Props) {
  const points = useMemo(() => compareDocumentTexts(before, after), [before, after])
  return (
    <Stack gap="sm" mb="sm">
      {points.map(({ point, title, changes }) => (
        <section key={point}>
          <Title order={4} fz="sm">
            {point === 0 ? say('Title and introduction') : title}
          </Title>
          <List size="sm">
            {changes.slice(0, MOST_CHANGES).map((change) => (
              <List.Item key={JSON.stringify(change)} className="wraps">
                <Change change={change} />
              </List.Item>
            ))}
            {changes.length > MOST_CHANGES && (
              <List.Item>{say('and {count} more', { count: changes.length - MOST_CHANGES })}</List.Item>
            )}
          </List>
        </section>
      ))}
    </Stack>
  )
}

const MOST_CHANGES = 30

function Change({ change: { change, under, name, values } }: { readonly change: DocumentChange }) {
  const place = [...under, name].filter(Boolean).map(shorten).join(' › ')
  if (change !== 'changed')
    return (
      <>
        <Text span size="sm" fw={600}>
          {change === 'new' ? say('New:') : say('Gone:')}
        </Text>{' '}
        {place}
      </>
    )
  return (
    <>
      {place !== '' && (
        <Text span size="sm" fw={600}>
          {place}:{' '}
        </Text>
      )}
      {values.map(({ column, before, after }) => sayValue(column, shorten(before), shorten(after))).join('; ')}
    </>
  )
}

function sayValue(column: string, before: string, after: string): string {
  const named = column === '' ? '' : `${column} `
  if (before === '') return say('{column}is now “{after}”', { column: named, after })
  if (after === '') return say('{column}was “{before}”, and is now empty', { column: named, before })
  return say('{column}was “{before}”, and is now “{after}”', { column: named, before, after })
}

const LONGEST = 200

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
