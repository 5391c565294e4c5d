// Shows files with name and size.
import { sayBytes } from '../words/say-bytes.ts'
import { Anchor, Group } from '@mantine/core'
import { Icon } from '../ui/icon.tsx'
import type { FieldView, ShowProps } from './field-view.ts'

export const file: FieldView = { Show: ShowFiles, closed: true }

function ShowFiles({ value }: ShowProps) {
  const files = (Array.isArray(value) ? value : [value]).filter(isFile)
  return (
    <Group gap="sm">
      {files.map((each) => (
        <Anchor key={each.url} href={each.url} underline="always" download={each.name}>
          <Group gap={6} wrap="nowrap" component="span">
            <Icon name="file" size={16} />
            <span>
              {each.name} ({sayBytes(each.size)})
            </span>
          </Group>
        </Anchor>
      ))}
    </Group>
  )
}

interface StoredFile {
  readonly name: string
  readonly size: number
  readonly url: string
}

function isFile(value: unknown): value is StoredFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    typeof value.url === 'string' &&
    value.url.startsWith('/')
  )
}
