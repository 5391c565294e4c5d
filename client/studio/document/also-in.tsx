// Names the other lines in which the cause of a message stands again.
import { say } from '../../words/say.ts'
import shared from './document.module.css'

export function AlsoIn({ lines }: { readonly lines: readonly number[] }) {
  if (lines.length === 0) return null
  const [only] = lines
  return (
    <span className={shared['hint']}>
      {lines.length === 1
        ? say('Also in line {line}.', { line: String(only) })
        : say('Also in lines {lines}.', { lines: lines.join(', ') })}
    </span>
  )
}
