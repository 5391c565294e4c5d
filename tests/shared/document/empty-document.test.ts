// The document with which one begins is sound, and so it is with all its forms filled in.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { emptyDocument } from '#shared/document/empty-document.ts'

describe('the empty document', () => {
  test('has the name that was given, nine unknowns, and nothing wrong', () => {
    const { model, diagnostics, unknowns } = compile(emptyDocument('Tool library'))
    expect(diagnostics).toEqual([])
    expect(model?.name).toBe('Tool library')
    expect(unknowns.map(({ point }) => point)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('is an application when its examples are taken as they are', () => {
    const filled = emptyDocument('Tool library').replaceAll(/not shown\.\n\n<!--\n([^]*?)\n-->/g, '$1')
    const { model, diagnostics, unknowns } = compile(filled)
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([WITHOUT_CALLS])
    expect(unknowns).toEqual([])
    expect(model?.entities.has('Tool')).toBe(true)
  })
})

/** The note on point 7, where the form is a sentence: the standard calls follow. */
const WITHOUT_CALLS = 'document/only-prose Point 7 holds only prose, which is shown to people and never interpreted.'
