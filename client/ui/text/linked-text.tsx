// Shows a plain text in which web addresses are links.
import { Anchor } from '@mantine/core'
import { Mentions } from './markdown.tsx'
import { splitAddresses } from './web-addresses.ts'

export function LinkedText({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  return splitAddresses(text).map((part, at) =>
    at % 2 === 1 ? (
      <Anchor key={at} href={part} rel="noreferrer" underline="always" inherit>
        {part}
      </Anchor>
    ) : (
      <Mentions key={at} text={part} names={names} />
    ),
  )
}
