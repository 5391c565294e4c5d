// Lists the tags that tests bear: the attacks that they make, the sections of the reference that they prove, the calls that they ask.
import { readFileSync } from 'node:fs'
import { PROVEN_CALLS, tagOfCall } from './policy/surfaces/proven-calls.ts'

interface Tag {
  readonly name: string
  readonly description: string
}

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

const attacks: readonly Tag[] = [...read('catalogue.md').matchAll(/^\| ([A-Z]\d\d) \| (.+) \|$/gm)].map(
  ([, name = '', description = '']) => ({ name, description }),
)

/** Headings inside of examples are none. */
const reference = read('../shared/help/reference.md').replaceAll(/^(`{3,})[^]*?^\1$/gm, '')
const sections: readonly Tag[] = [...reference.matchAll(/^#{1,3} (.+)$/gm)].map(([, heading = '']) => ({
  name: `reference/${heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
  description: heading,
}))

const calls: readonly Tag[] = PROVEN_CALLS.map((call) => ({ name: tagOfCall(call), description: call }))

export const TAGS = [...attacks, ...sections, ...calls]
