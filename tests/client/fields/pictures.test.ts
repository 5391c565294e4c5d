// Pictures are shown without the names of their files, which say little; files are shown with theirs.
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { picture } from '../../../client/fields/file.tsx'
import { FileRow } from '../../../client/fields/edit/files/file-row.tsx'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const model = compileDocument(
  documentOf({ 3: '### Machine\n\n| field | type |\n|---|---|\n| photo | image |\n| views | images |\n' }),
)
const file = {
  id: 'a'.repeat(22),
  name: 'IMG_2041.webp',
  type: 'image/webp',
  size: 120_000,
  url: '/api/system/files/a',
}

/** The text of a markup, without tags. */
const textOf = (markup: string) => markup.replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/g, '').trim()

test.each([
  ['photo', file],
  ['views', [file, { ...file, id: 'b'.repeat(22) }]],
])('the pictures of %s are named for those who do not see them, and by the pointer', (name, value) => {
  const field = model.entities.get('Machine')?.fields.get(name)
  if (!field) throw new Error(`a machine has no ${name}`)
  const shown = renderToStaticMarkup(createElement(picture.Show, { value, field, compact: false }))
  expect(textOf(shown)).toBe('')
  expect(shown).toContain('alt="IMG_2041.webp"')
  expect(shown).toContain('title="IMG_2041.webp (117.2 KB)"')
})

test('where a picture can be replaced its name is not below it either', () => {
  const row = (isLarge: boolean) =>
    renderToStaticMarkup(
      createElement(MantineProvider, null, createElement(FileRow, { file, isLarge, onRemove: () => {} })),
    )
  expect(textOf(row(true))).toBe('')
  expect(row(true)).toContain('aria-label="Remove IMG_2041.webp"')
  expect(textOf(row(false))).toContain('IMG_2041.webp')
})
