// Removes HTML comments from a line of formal text.
import type { Fragment } from './fragment.ts'

/** Comments in a line are blanks: nobody is shown them. In code they are part of it. */
export function removeComments(text: Fragment): Fragment {
  const { value } = text
  let plain = ''
  let inCode = false
  let at = 0
  for (let open = value.indexOf('<!--'); open >= 0; open = value.indexOf('<!--', at)) {
    const before = value.slice(at, open)
    if ((before.match(/`/g)?.length ?? 0) % 2 === 1) inCode = !inCode
    const close = value.indexOf('-->', open + 4)
    if (close < 0) break
    plain += before + (inCode ? value.slice(open, close + 3) : ' '.repeat(close + 3 - open))
    at = close + 3
  }
  return at === 0 ? text : { ...text, value: plain + value.slice(at) }
}
