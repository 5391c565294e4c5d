import { expect, test } from 'vitest'
import type { Actor } from '#shared/policy/actor.ts'
import { shownWords } from '../../../client/screens/board/shown-words.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const somebody: Actor = { person: { id: 'p' }, roles: [], administrator: false, system: false }

function columnsWhere(where: string): readonly string[] {
  const model = compileDocument(
    documentOf({
      2: `| route | screen | shows |\n|---|---|---|\n| /jobs | Board | board of Job by status |\n\n### Board\n\n- where: \`${where}\``,
      3: '### Job\n\n| field | type |\n|---|---|\n| status | one of draft, open, done |\n| hours | number |',
    }),
  )
  const screen = 'screens' in model.screens ? model.screens.screens.find(({ name }) => name === 'Board') : undefined
  const field = model.entities.get('Job')?.fields.get('status')
  if (!screen || !field) throw new Error('There is no board.')
  return shownWords(model, somebody, { field, where: screen.where }).map(({ word }) => word)
}

test('a board has no column for a word that its condition rules out', () => {
  expect(columnsWhere('status != "done"')).toEqual(['draft', 'open'])
  expect(columnsWhere('not status in ["draft", "done"]')).toEqual(['open'])
  expect(columnsWhere('status in ["draft", "open"] and hours > 3')).toEqual(['draft', 'open'])
})

test('what depends on more than the word rules no column out', () => {
  expect(columnsWhere('hours > 3')).toEqual(['draft', 'open', 'done'])
  expect(columnsWhere('status != "done" or hours > 3')).toEqual(['draft', 'open', 'done'])
})
