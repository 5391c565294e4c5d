// Tiles and views that ask for a computed field, of people who may not read what it is made of.
import { describe, expect, test } from 'vitest'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import { isShown } from '#shared/points/declarations.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

describe('a computed field whose sources somebody may not read', () => {
  const stock = compileDocument(
    documentOf({
      2: `| route | screen | shows | for |
|---|---|---|---|
| /stock | Stock | dashboard | everyone |
| /parts | Parts | table of Part | everyone |

### Stock

| tile | shows |
|---|---|
| Parts to buy | count of Part where \`low\` |
| Share of these | share of Part where \`low\` among \`on_hand < 9\` |
| Lowest | table of Part where \`on_hand < 5\` |
| Bought | count of Part where \`buys.count() > 0\` |

### Parts

| view | where |
|---|---|
| To buy | \`low\` |
| Bought | \`buys.count() > 0\` |
`,
      3: `### Part

| field | type | value |
|---|---|---|
| name | text | |
| on hand | computed integer | \`buys.sum(b, b.quantity)\` |
| low | computed yes/no | \`on_hand < 5\` |

### Buy

| field | type | required |
|---|---|---|
| part | Part (as buys) | yes |
| quantity | integer | yes |
`,
      6: `| role | is |
|---|---|
| Keeper | keeps |
| Reader | reads |

| role | entity | may |
|---|---|---|
| Keeper | Part, Buy | everything |
| Reader | Part | read |
`,
    }),
  )

  test('is asked for in tiles and views by those who may read it, and does not tell them what it is made of', () => {
    const shownTo = (role: string) => {
      const projected = projectModel(stock, actorWithRoles(stock, [role]), new Set())
      const screens = isShown(projected.screens) ? projected.screens.screens : []
      return {
        tiles: screens.flatMap(({ tiles = [] }) => tiles.map(({ name }) => name)),
        views: screens.flatMap(({ views = [] }) => views.map(({ name }) => name)),
        tellsOfBuys: JSON.stringify(screens).includes('buys'),
      }
    }
    const asked = ['Parts to buy', 'Share of these', 'Lowest']
    expect(shownTo('Keeper')).toEqual({ tiles: [...asked, 'Bought'], views: ['To buy', 'Bought'], tellsOfBuys: true })
    expect(shownTo('Reader')).toEqual({ tiles: asked, views: ['To buy'], tellsOfBuys: false })
  })
})
