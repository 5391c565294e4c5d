import { expect, test } from 'vitest'
import { listScreen } from '../../../client/data/visible-screens.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { nobody } from '../../helpers/nobody-session.ts'

const routes = [
  '| /careers | Open jobs | table of Job | anyone |',
  '| /careers/:id | Opening | record of Job | anyone |',
  '| /jobs | Jobs | table of Job | anyone |',
  '| /jobs/:id | Job | record of Job | anyone |',
]
const model = compileDocument(
  documentOf({
    2: `| route | screen | shows | for |\n|---|---|---|---|\n${routes.join('\n')}`,
    3: '### Job\n\n| field | type |\n|---|---|\n| title | text |',
    6: '| role | entity | may |\n|---|---|---|\n| anyone | Job | read |',
  }),
)

test('a record leads back to the list that its address belongs to', () => {
  const back = (route?: string) => listScreen(model, nobody, 'Job', route)?.name
  expect(back('/jobs/:id')).toBe('Jobs')
  expect(back('/careers/:id')).toBe('Open jobs')
  expect(back('/elsewhere')).toBe('Open jobs')
  expect(back()).toBe('Open jobs')
})
