// Shows a person by picture, or by initials in a stable colour, and name.
import type { ReactNode } from 'react'
import { toneClasses } from './word-badge.tsx'
import classes from './person-badge.module.css'

const TONES = ['blue', 'violet', 'teal', 'green', 'orange', 'amber'] as const

interface Props {
  readonly name: string
  readonly size?: 'small' | 'large'
  readonly picture?: string | undefined
  /** Content in place of the bare name, such as a link with that name. */
  readonly children?: ReactNode
}

export function PersonBadge({ name, picture, size = 'small', children = name }: Props) {
  return (
    <span className={classes['person']}>
      <Initials name={name} picture={picture} size={size} />
      <span className={classes['name']} data-person-name>
        {children}
      </span>
    </span>
  )
}

interface InitialsProps extends Pick<Props, 'name' | 'size'> {
  /** The address of a picture, which stands in their place. */
  readonly picture?: string | undefined
}

export function Initials({ name, picture, size = 'small' }: InitialsProps) {
  if (picture !== undefined)
    return (
      <img data-initials className={`${classes['picture']} ${classes[size]}`} src={picture} alt="" loading="lazy" />
    )
  return (
    <span
      aria-hidden="true"
      data-initials
      className={`${classes['initials']} ${classes[size]} ${toneClasses[toneOfName(name)]}`}
    >
      {initialsOf(name)}
    </span>
  )
}

/** "Ada King Lovelace" → "AL". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

function toneOfName(name: string): (typeof TONES)[number] {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return TONES[sum % TONES.length] ?? 'blue'
}
