// The edges name all that is read and not run, and nothing else.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { NOT_RUN } from '#shared/points/notes-not-run.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { readHelp } from './examples.ts'

const section = /^## What is read and not run yet\n([^]*?)^## /m.exec(readHelp('edges'))?.[1] ?? ''
const rows = [...section.matchAll(/^\| (.+?) \| (.+) \|$/gm)].slice(1).map(([, what = '']) => what)
const named = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))

/** Noted where it is linked, or, as the last, answered 501. */
const NOTED_ELSEWHERE = ['for each', 'try']

test('all that is noted as not run is listed, and all that is listed is', { tags: 'reference/other-lists' }, () => {
  expect([...new Set(named)].toSorted()).toEqual([...Object.keys(NOT_RUN), ...NOTED_ELSEWHERE].toSorted())
})

test('what is listed of calls, rights and point 9 is noted', () => {
  const text = documentOf({
    3: '### Note\n\n| field | type |\n|---|---|\n| words | text |\n',
    6: '| role | entity | may |\n|---|---|---|\n| everyone | Note | read |\n',
    7: '### GET /notes/all\n\n- who: everyone\n\n1. answer 200\n',
    9: '| name | value |\n|---|---|\n| history | 3 days |\n',
  })
  const notes = compile(text).diagnostics.filter(({ code }) => code === 'document/not-run-yet')
  expect(notes.map(({ message }) => message.split(';')[0])).toEqual([
    'A call outside of /api is read and kept',
    '"history" is read and kept',
  ])
})
