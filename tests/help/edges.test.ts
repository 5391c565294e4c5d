// The edges name all that is read and not run, and nothing else.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { PLAIN_KINDS } from '#shared/fields/field-type.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { NOT_RUN } from '#shared/points/notes-not-run.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { readHelp } from './examples.ts'

const section = /^## What is read and not run yet\n([^]*?)^## /m.exec(readHelp('edges'))?.[1] ?? ''
const rows = [...section.matchAll(/^\| (.+?) \| (.+) \|$/gm)].slice(1).map(([, what = '']) => what)
const named = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))

/** Noted where it is linked, or, as the last, answered 501. */
const NOTED_ELSEWHERE = ['picture', 'for each', 'try']
const files = PLAIN_KINDS.filter((kind) => fieldType(kind).holdsFiles)

test('all that is noted as not run is listed, and all that is listed is', () => {
  expect([...new Set(named)].toSorted()).toEqual([...Object.keys(NOT_RUN), ...NOTED_ELSEWHERE, ...files].toSorted())
})

test('what is listed of calls, rights and point 9 is noted', () => {
  const text = documentOf({
    3: '### Note\n\n| field | type |\n|---|---|\n| words | text |\n',
    6: '| role | entity | may |\n|---|---|---|\n| everyone | Note | read |\n',
    7: '### GET /notes/all\n\n- who: everyone\n\n1. answer 200\n',
    9: '| name | value |\n|---|---|\n| upload size | 5 MB |\n| history | 3 days |\n',
  })
  const notes = compile(text).diagnostics.filter(({ code }) => code === 'document/not-run-yet')
  expect(notes.map(({ message }) => message.split(';')[0])).toEqual([
    'A call outside of /api is read and kept',
    '"upload size" is read and kept',
    '"history" is read and kept',
  ])
})
