// The menu stands below the headings that a document gives its screens.
import { expect, test } from 'vitest'
import { menuGroups } from '../../../client/frame/menu-groups.ts'
import { readShippedFile } from '../../documents/shipped.ts'
import { compileDocument } from '../../helpers/compile-document.ts'

test(
  'screens without a heading come first, the others below theirs, in the order of the document',
  { tags: 'reference/settings-of-screens' },
  () => {
    const { screens } = compileDocument(readShippedFile('expense-claims.md'))
    if (!('screens' in screens)) throw new Error('the document shows its screens')
    const entries = screens.screens.filter(({ route, shows }) => !route.includes(':') && shows.kind !== 'form')
    const groups = menuGroups(entries).map(({ heading, screens: below }) => [heading, below.map(({ name }) => name)])
    expect(groups).toEqual([
      [undefined, ['Overview', 'Claims', 'Travel policy']],
      ['Deciding', ['To decide']],
      ['Finance', ['Checking', 'Payment batches', 'Spending']],
      ['Company', ['Cost centres', 'People']],
    ])
  },
)
