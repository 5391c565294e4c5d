// Shows the findings of a check: errors, data that stands against the document, permissions, changes.
import { Alert, Text } from '@mantine/core'
import type { CheckedBody } from '#shared/protocol/document.ts'
import { say } from '../../words/say.ts'
import { isDeletion } from './deletion-form.tsx'
import { sayConflict } from './say-conflict.ts'
import { ShortList } from './short-list.tsx'

export function Findings({ checked }: { readonly checked: CheckedBody }) {
  const { diagnostics, changes, widened, conflicts } = checked
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const firm = (conflicts ?? []).filter((conflict) => !isDeletion(conflict))
  return (
    <>
      {errors.length > 0 && (
        <Sentences
          title={say('It has errors')}
          color="red"
          items={errors.map(({ message, from }) =>
            say('Line {line}: {text}', { line: String(from.line), text: message }),
          )}
        />
      )}
      {firm.length > 0 && (
        <Sentences title={say('Existing data does not fit')} color="red" items={firm.map(sayConflict)} />
      )}
      {widened.length > 0 && <Sentences title={say('New permissions')} color="orange" items={widened} />}
      {changes.length > 0 && <Sentences title={say('Data changes')} items={changes} />}
      {canPublish(checked) && widened.length === 0 && changes.length === 0 && (
        <Text size="sm">{say('Nobody gets new permissions, and no data changes.')}</Text>
      )}
    </>
  )
}

export function canPublish({ isPublishable, diagnostics }: CheckedBody): boolean {
  return isPublishable && !diagnostics.some(({ severity }) => severity === 'error')
}

interface SentencesProps {
  readonly title: string
  readonly items: readonly string[]
  readonly color?: string
}

function Sentences({ title, items, color = 'gray' }: SentencesProps) {
  return (
    <Alert color={color} variant="light" title={title} radius="lg">
      <ShortList items={items} />
    </Alert>
  )
}
