// A tile that counts only some records says so below it exactly where a check notes it.
// @module-tag reference/dashboards
import { expect, test } from 'vitest'
import { projectModel } from '#shared/decisions/project-model.ts'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { compile } from '#shared/compile.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  2: `| route | screen | shows | for |
|---|---|---|---|
| / | Figures | dashboard | Clerk |

### Figures

| tile | shows |
|---|---|
| Paid | sum of Payment.amount where \`status == "paid"\` over paid_on |
| First day | minimum of Payment.paid_on where \`status == "paid" and amount > 1\` |
| Of all | maximum of Payment.paid_on |
| Not cancelled | minimum of Payment.paid_on where \`status != "cancelled"\` |
| Hidden later | maximum of Payment.wanted_on |
| Wanted | maximum of Payment.wanted_on where \`status in ["draft", "cancelled"]\` |
| All | sum of Payment.amount |
| Noted | count of Payment where \`note != null\` |
| Own notes | count of Payment where \`note != null and created_by == me\` |`,
  3: `### Payment

| field | type | required |
|---|---|---|
| amount | money | yes |
| paid on | date | |
| wanted on | date | |
| note | text | |
`,
  4: `### Payment.status

- starts: draft
- ends: paid, cancelled

| transition | from | to | who | then |
|---|---|---|---|---|
| pay | draft | paid | Clerk | paid_on = today |
| cancel | draft | cancelled | Clerk | |

| field | draft | paid | cancelled |
|---|---|---|---|
| paid on | hidden | required | |
| wanted on | | hidden | |
`,
  6: `| role | is |
|---|---|
| Clerk | pays |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Payment | read | | amount, paid on, wanted on, status, created_by |
| Clerk | Payment | read | \`created_by == me\` | note |
| Clerk | Payment | create | | all |
`,
})

const TILES = [...DOCUMENT.matchAll(/^\| .* \| (?:sum|minimum|maximum|count) of .*$/gm)].map(([line]) => line)

test('the note below a tile stands where a check notes it', () => {
  const found = TILES.map((line) => {
    const others = TILES.filter((each) => each !== line)
    const { model, diagnostics } = compile(others.reduce((text, each) => text.replace(`${each}\n`, ''), DOCUMENT))
    if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
    const { screens } = projectModel(model, actorWithRoles(model, ['Clerk']))
    const [tile] = 'screens' in screens ? (screens.screens[0]?.tiles ?? []) : []
    return {
      tile: tile?.name,
      said: tile?.isInPart === true,
      noted: diagnostics.some(({ code }) => code === 'screens/tile-in-part'),
    }
  })
  expect(found.filter(({ said, noted }) => said !== noted)).toEqual([])
  expect(found.flatMap(({ tile, said }) => (said ? [tile] : []))).toEqual([
    'Of all',
    'Not cancelled',
    'Hidden later',
    'Noted',
  ])
})

test('no note stands below a tile whose fields its reader reads in each record that they may read', () => {
  const grants = (rows: string): string => `| role | is |
|---|---|
| Clerk | pays |

| role | entity | may | where | fields |
|---|---|---|---|---|
${rows}`
  const noteOf = (rows: string): string => {
    const changed =
      DOCUMENT.slice(0, DOCUMENT.indexOf('| role | is |')) + grants(rows) + DOCUMENT.slice(DOCUMENT.indexOf('\n## 7'))
    const { model, diagnostics } = compile(changed)
    if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
    const { screens } = projectModel(model, actorWithRoles(model, ['Clerk']))
    const tiles = 'screens' in screens ? (screens.screens[0]?.tiles ?? []) : []
    const said = tiles.find(({ name }) => name === 'All')?.isInPart === true
    const noted = diagnostics.some(({ code, message }) => code === 'screens/tile-in-part' && message.includes('All'))
    return said === noted ? (said ? 'both' : 'none') : said ? 'only below the tile' : 'only of the check'
  }
  const all = '| Clerk | Payment | read | `status == "paid"` | all |'
  expect(noteOf(`${all}\n| anyone | Payment | read | \`status == "paid"\` | note |\n`)).toBe('none')
  expect(noteOf(`${all}\n| anyone | Payment | read | \`status == "paid" and amount > 1\` | note |\n`)).toBe('none')
  expect(noteOf(`${all}\n| anyone | Payment | read | \`status != "draft"\` | note |\n`)).toBe('both')
})
