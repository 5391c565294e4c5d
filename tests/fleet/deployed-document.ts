// Documents of deployments: each has a field more than the one before it, and a state that is used at every process.
import { notes } from '../crash/server-process.ts'

const STATES = `### Note.state

- starts: open
- ends: done

| transition | from | to | who |
|---|---|---|---|
| finish | open | done | everyone |
| reopen | done | open | everyone |
`

/** `number`: how many fields are new since the first; they are called `added1` and so on. */
export function deployedDocument(number: number): string {
  const added = Array.from({ length: number }, (_, at) => `| added${at + 1} | text | no |\n`).join('')
  return notes
    .replace('Keeps notes.', `Keeps notes, by document ${number}.`)
    .replace('| round | integer | yes |\n', `| round | integer | yes |\n${added}`)
    .replace('## 4. States and transitions\n\nnone\n', `## 4. States and transitions\n\n${STATES}`)
    .replace('| requests |', '| sign-in attempts | 100,000 per minute | |\n| requests |')
}
