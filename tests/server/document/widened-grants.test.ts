// What an edit lets people do that they could not do before: printed in the line that reports it, and kept in the audit.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { publishText } from '../../../server/document/publish-file.ts'
import { widenedGrants } from '../../../server/document/widened-grants.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { startApp } from '../../apps/start-app.ts'

interface Parts {
  readonly grants?: string
  readonly settings?: string
  readonly includes?: string
  readonly fields?: string
  readonly resolve?: string
}

const textOf = ({ grants = AGENTS, settings = '', includes = '', fields = '', resolve = RESOLVE }: Parts) =>
  documentOf({
    3: `### Task\n\n| field | type |\n|---|---|\n| title | text |\n| note | text |\n| status | one of new, open, done |\n| owner | Person (as tasks) |\n${fields}`,
    4: `### Task.status\n\n- starts: new\n\n| transition | from | to | who |\n|---|---|---|---|\n${resolve}`,
    6: `${settings}| role | is | includes |\n|---|---|---|\n| Agent | works | |\n| Lead | leads | ${includes} |\n\n| role | entity | may | where | fields |\n|---|---|---|---|---|\n${grants}`,
  })

const AGENTS = '| Agent | Task | read, update | | title, status |'
const FILE = '| file | new record | open | Lead |\n| resolve | new, open | done | Lead |'
const RESOLVE = '| resolve | new, open | done | Lead |'

const widened = (before: Parts, after: Parts) =>
  widenedGrants(compileDocument(textOf(before)), compileDocument(textOf(after)))

describe('an edit', () => {
  test.each<readonly [string, Parts, Parts, readonly string[]]>([
    ['lets anyone in', {}, { grants: `${AGENTS}\n| anyone | Task | read | | all |` }, ['anyone may read Task']],
    [
      'gives more verbs',
      {},
      { grants: '| Agent | Task | read, update, delete, restore | | title, status |' },
      ['Agent may delete, restore Task (title, status)'],
    ],
    [
      'gives more fields',
      {},
      { grants: '| Agent | Task | read, update | | all |' },
      ['Agent may read, update Task (note, owner)'],
    ],
    [
      'drops a condition',
      { grants: '| Agent | Task | read | `owner == me` | all |' },
      { grants: '| Agent | Task | read | | all |' },
      ['Agent may read Task'],
    ],
    [
      'changes a condition',
      { grants: '| Agent | Task | read | `owner == me` | all |' },
      { grants: '| Agent | Task | read | `status != "new"` | all |' },
      ['Agent may read Task where status != "new"'],
    ],
    [
      'drops a part of a condition',
      { grants: '| Agent | Task | read | `owner == me and status != "new"` | all |' },
      { grants: '| Agent | Task | read | `owner == me` | all |' },
      ['Agent may read Task where owner == me'],
    ],
    [
      'allows another condition beside',
      { grants: '| Agent | Task | read | `owner == me` | all |' },
      { grants: '| Agent | Task | read | `owner == me or status == "new"` | all |' },
      ['Agent may read Task where owner == me or status == "new"'],
    ],
    [
      'lets records be created plainly, and not by a step only',
      { grants: '| Agent | Task | create by file | | title |', resolve: FILE },
      { grants: '| Agent | Task | create | | title |', resolve: FILE },
      ['Agent may create Task (title)'],
    ],
    [
      'lets records be created by a step only, and not plainly',
      { grants: '| Agent | Task | create | | title |', resolve: FILE },
      { grants: '| Agent | Task | create by file | | title |', resolve: FILE },
      [],
    ],
    [
      'drops an exception',
      { grants: `${AGENTS}\n| except Agent | Task | update | \`status == "done"\` | all |` },
      {},
      ['no "except" keeps Agent from: update Task where status == "done"'],
    ],
    [
      'widens a transition',
      {},
      { resolve: '| resolve | new, open | done | Agent |' },
      ['Agent may “Resolve” Task from “New”, “Open”'],
    ],
    [
      'lets a transition lead from more states',
      { resolve: '| resolve | open | done | Lead |' },
      { resolve: '| resolve | any | done | Lead |' },
      ['Lead may “Resolve” Task'],
    ],
    ['lets a role include another', {}, { includes: 'Agent' }, ['Lead includes Agent']],
    ['opens sign-up', {}, { settings: '- sign-up: open, as Agent\n\n' }, ['anyone may sign up as Agent']],
  ])('that %s is told', (_, before, after, told) => {
    expect(widened(before, after)).toEqual(told)
  })

  test.each<readonly [string, Parts, Parts]>([
    ['changes nothing', {}, {}],
    ['takes something away', { grants: `${AGENTS}\n| anyone | Task | read | | all |` }, {}],
    ['adds a condition', {}, { grants: '| Agent | Task | read, update | `owner == me` | title, status |' }],
    [
      'narrows a condition by one more, in whatever order',
      { grants: '| Agent | Task | read | `owner == me and title != null` | all |' },
      { grants: '| Agent | Task | read | `title != null and (status != "done") and owner == me` | all |' },
    ],
    ['takes fields away', {}, { grants: '| Agent | Task | read, update | | title |' }],
    [
      'gives to a role what everyone has',
      { grants: '| everyone | Task | read | | all |' },
      { grants: '| everyone | Task | read | | all |\n| Agent | Task | read | | title |' },
    ],
    [
      'gives to a role what it includes',
      { includes: 'Agent' },
      { includes: 'Agent', grants: `${AGENTS}\n| Lead | Task | read | | title |` },
    ],
    [
      'splits a grant in two',
      { grants: '| Agent | Task | read | | title, note |' },
      { grants: '| Agent | Task | read | | title |\n| Agent | Task | read | | note |' },
    ],
    [
      'adds a field',
      { grants: '| Agent | Task | read | | all |' },
      { grants: '| Agent | Task | read | | all |', fields: '| room | text |' },
    ],
    ['adds an exception', {}, { grants: `${AGENTS}\n| except Agent | Task | update | | all |` }],
    ['lets a transition lead from fewer states', {}, { resolve: '| resolve | open | done | Lead |' }],
  ])('that %s is not', (_, before, after) => {
    expect(widened(before, after)).toEqual([])
  })
})

test('what an edit widens is worded in German where the newer document is German', () => {
  const german = (parts: Parts) =>
    compileDocument(
      textOf(parts).replace(
        '## 9. Constants\n\nnot shown.',
        '## 9. Constants\n\n| name | value |\n|---|---|\n| language | de |',
      ),
    )
  const after = {
    grants: `${AGENTS}\n| anyone | Task | read, see history | | all |`,
    includes: 'Agent',
    settings: '- sign-up: open, as Agent\n\n',
    resolve: `${RESOLVE}\n| reopen | done | open | Agent |`,
  }
  expect(widenedGrants(german({}), german(after))).toEqual([
    'alle, auch ohne Konto: Task lesen, Verlauf sehen',
    'Agent: Task „Reopen“ aus „Done“',
    'Lead hat auch die Rechte von Agent',
    'alle dürfen sich als Agent registrieren',
  ])
})

const directory = mkdtempSync(join(tmpdir(), 'verbatim-widened-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('what is published says so in its line, and in its entry of the audit', async () => {
  const app = await startApp(textOf({}))
  const publish = async (parts: Parts) => {
    const said: string[] = []
    await publishText({ file: 'tasks.md', text: textOf(parts) }, app.dependencies, (message) => said.push(message))
    return said.join('\n')
  }
  const revision = () => app.dependencies.current.running.revision
  const more = `${AGENTS}\n| anyone | Task | read | | all |\n| Agent | Task | delete | \`owner == me\` | all |`
  expect(await publish({ grants: more })).toBe(
    `Published revision ${revision()}: now anyone may read Task; Agent may delete Task where owner == me.`,
  )
  expect(await publish({})).toBe(`Published revision ${revision()}.`)
  const administrator = await app.as('Administrator')
  const { body } = await administrator.get('/api/system/audit?event=document_published&limit=2').expect(200)
  const details = (body.items as { detail: { widened?: readonly string[] } }[]).map(({ detail }) => detail.widened)
  expect(details).toEqual([undefined, ['anyone may read Task', 'Agent may delete Task where owner == me']])
  await app.stop()
})
