// Says a text with parts of the page in its holes, such as a link.
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import type { HolesIn } from '#shared/text/phrase.ts'
import { textFor } from './say.ts'

/** `sayWith('Already have an account? {link}', { link: <Anchor … /> })` */
export function sayWith<const Text extends string>(
  text: Text,
  parts: { readonly [hole in HolesIn<Text>]: ReactNode },
): ReactNode {
  const found: { readonly [hole: string]: ReactNode } = parts
  return textFor(text)
    .split(/\{([a-z]+)\}/)
    .map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : found[part]}</Fragment>)
}
