// Says what differs between two texts of the document, point by point.
import { Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { DocumentChange } from '#shared/document/compare-document-texts.ts'
import { compareDocumentTexts } from '#shared/document/compare-document-texts.ts'
import { say } from '../../words/say.ts'
import { ShortList } from './short-list.tsx'

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
          <ShortList items={changes} renderItem={(change) => <Change change={change} />} />
        </section>
      ))}
    </Stack>
  )
}

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
