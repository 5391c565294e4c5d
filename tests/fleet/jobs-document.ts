// An application in which much happens later: timers, schedules, webhooks in the order of a record, and mail.
import { notes } from '../crash/server-process.ts'

export const SCHEDULES = 6

/** `hooks`: address that webhooks begin with. */
export const documentOfJobs = (hooks: string): string =>
  notes
    .replace(
      '| round | integer | yes |',
      `| round | integer | yes |
| steps | integer | no |

### Mark

| field | type |
|---|---|
| note | Note |
| text | text |`,
    )
    .replace(
      '## 4. States and transitions\n\nnone',
      `## 4. States and transitions

### Note.state

- starts: open
- ends: done

| transition | from | to | who | then |
|---|---|---|---|---|
| finish | open | done | everyone | |
| step | open | stay | everyone | steps = coalesce(steps, 0) + 1; send POST "${hooks}/steps/{id}" { "n": steps } |

| timer | runs in | lasts | then |
|---|---|---|---|
| ring | open | 1 seconds | create Mark { note: this, text: "ring" }; send POST "${hooks}/rings/{id}" { "n": 0 }; notify writer "{text} rings" |

### Schedules

| schedule | every | when | missed | then |
|---|---|---|---|---|
${Array.from({ length: SCHEDULES }, (_, at) => `| tick ${at} | hour | | each | create Mark { text: "tick ${at} of {due}" } |`).join('\n')}`,
    )
    .replace('| Writer | Note |', '| Writer | Note, Mark |')
