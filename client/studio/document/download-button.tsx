// Saves the text of the document as a file.
import { Button } from '@mantine/core'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly file: string
  readonly text: string
}

export function DownloadButton({ file, text }: Props) {
  return (
    <Button
      component="a"
      variant="default"
      href={`data:text/markdown;charset=utf-8,${encodeURIComponent(text)}`}
      download={file}
      leftSection={<Icon name="download" size={15} />}
      data-command={say('Download the document')}
    >
      {say('Download')}
    </Button>
  )
}

/** "Equipment rental" → "equipment-rental.md" */
export function nameOfDownload(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  return `${words?.join('-') ?? 'document'}.md`
}
