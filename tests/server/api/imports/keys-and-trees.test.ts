// Rows of a file find the records that they mean: by keys that are read as cells are, and each other in a tree.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportApp } from './import-app.ts'
import { startImportApp } from './import-app.ts'
import { makeWorkbook, number } from './make-workbook.ts'

let app: ImportApp
let german: ImportApp

beforeAll(async () => {
  app = await startImportApp('en')
  german = await startImportApp('de')
})
afterAll(() => Promise.all([app.app.stop(), german.app.stop()]))
beforeEach(() => Promise.all([app.deleteAll(), german.deleteAll()]))

describe('the key of a match', () => {
  test('is read as its cell: 1.000 in a German file is the thousandth, and renumbers nobody', async () => {
    await german.keep('name;number\nFirst;1\nThousandth;1000\n')
    const things = await german.keep('number;story\n1.000;found\n', 'match=number')
    expect(things).toMatchObject([
      { name: 'First', number: 1, story: null },
      { name: 'Thousandth', number: 1000, story: 'found' },
    ])
  })

  test.each([
    ['code', 'Zoë', 'Zoe\u0308'],
    ['mail', 'ada@example.com', 'ada@EXAMPLE.com'],
    ['number', '1234', '1,234'],
    ['code', 'A1', '  A1 '],
  ])('by %s finds %j as %j', async (field, stored, written) => {
    await app.keep(`name;${field}\nAda;${stored}\n`)
    const { body } = await app.send(`${field};story\n"${written}";found\n`, `mode=run&match=${field}`)
    expect(body).toMatchObject({ kept: true, updated: 1, created: 0 })
    expect(await app.things()).toMatchObject([{ name: 'Ada', story: 'found' }])
  })

  test('in a cell of a workbook is what the sheet shows', async () => {
    await app.keep('name;code\nDresden;01067\n')
    const file = makeWorkbook({
      sheets: [{ name: 'A', cells: { A1: 'code', B1: 'story', A2: number(1067, 1), B2: 'found' } }],
      formats: ['00000'],
    })
    expect(await app.keep(file, 'match=code')).toMatchObject([{ name: 'Dresden', story: 'found' }])
  })

  test('that can’t be read refuses its row, and creates nothing', async () => {
    const { body } = await app.send('number;name\nmany;A\n', 'match=number&mode=run')
    expect(body).toMatchObject({ kept: false, refused: 1, errors: [{ line: 2, field: 'number', code: 'wrong_type' }] })
  })

  test('of one record in two rows is said, and the later row wins when that is confirmed', async () => {
    await app.keep('name;code\nAda;A1\n')
    const file = 'code;story\nA1;first\nA1;second\n'
    const { body } = await app.send(file, 'mode=run&match=code')
    expect(body).toMatchObject({ kept: false, updated: 1, refused: 1 })
    expect(body.errors).toMatchObject([{ line: 3, code: 'record_twice' }])
    expect(body.errors[0]?.remedy).toContain('Confirm: record_twice')
    expect(await app.keep(file, 'match=code', { Confirm: 'record_twice' })).toMatchObject([{ story: 'second' }])
    const fresh = await app.send('code;name\nN1;x\nN1;y\n', 'match=code')
    expect(fresh.body.errors).toMatchObject([{ line: 3, code: 'record_twice' }])
  })
})

describe('a tree in one file', () => {
  const parentsOf = async () => {
    const things = await app.things()
    const nameOf = (id: unknown) => things.find((thing) => thing['id'] === id)?.['name']
    return Object.fromEntries(things.map(({ name, parent }) => [name, nameOf(parent)]))
  }

  test('works with children before their parents, and leads to those that exist', async () => {
    await app.keep('name,code\nRoot,R\n')
    await app.keep('name,code,parent\nLeaf,L,Twig\nTwig,T,B\nBranch,B,Root\n')
    expect(await parentsOf()).toEqual({ Root: undefined, Branch: 'Root', Twig: 'Branch', Leaf: 'Twig' })
  })

  test('of six hundred levels works from its lowest leaf on', async () => {
    const rows = Array.from({ length: 600 }, (_, at) => `n${at},n${at + 1}`)
    await app.keep(['name,parent', ...rows, 'n600,'].join('\n'))
    expect((await parentsOf())['n0']).toBe('n1')
  })

  test('in a circle is refused, with the lines that are in it', async () => {
    const { body } = await app.send('name,parent\nA,B\nB,A\nC,\n')
    expect(body.errors).toMatchObject([
      { line: 2, field: 'parent', code: 'not_found', message: 'Parent: line 3, which is meant, is refused itself.' },
      { line: 3, field: 'parent', code: 'rows_in_circle' },
    ])
    expect(body.errors[1]?.message).toContain('line 2,')
    const alone = await app.send('name,parent\nA,A\n')
    expect(alone.body.errors).toMatchObject([{ line: 2, field: 'parent', code: 'rows_in_circle' }])
  })

  test('in a circle works in two imports, as the refusal says', async () => {
    await app.keep('name,code,parent\nA,a,B\nB,b,\n')
    await app.keep('code,parent\nb,A\n', 'match=code')
    expect(await parentsOf()).toEqual({ A: 'B', B: 'A' })
  })

  test('says of a row that its parent is refused, and of no other', async () => {
    const { body } = await app.send('name,count,parent\nLeaf,,Root\nRoot,x,\n')
    expect(body.errors).toMatchObject([
      { line: 2, field: 'parent', code: 'not_found' },
      { line: 3, field: 'count' },
    ])
  })

  test('lists its errors in the order of the file', async () => {
    const { body } = await app.send('name,count,parent\nLeaf,x,Root\nOther,y,\nRoot,z,\n')
    expect(body.errors.map(({ line }) => line)).toEqual([2, 2, 3, 4])
  })

  test('finds one by a name that is read as its field: an address whose domain has capitals', async () => {
    await app.keep('name,mail\nThere,there@example.com\n')
    await app.keep('name,mail,parent\nBelow,,there@EXAMPLE.com\nLeaf,,twig@Example.COM\nTwig,twig@example.com,\n')
    const named = new Map((await app.things()).map((thing) => [thing.name, thing]))
    expect(named.get('Below')?.['parent']).toBe(named.get('There')?.['id'])
    expect(named.get('Leaf')?.['parent']).toBe(named.get('Twig')?.['id'])
  })

  test('finds several of them, and says of a name that two rows have', async () => {
    await app.keep('name,code,friends\nA,a,"B, C"\nB,b,C\nC,c,\n')
    const things = await app.things()
    expect(things.map(({ friends }) => (friends as readonly string[]).length)).toEqual([2, 1, 0])
    const { body } = await app.send('name,parent\nX,Y\nY,\nY,\n')
    expect(body.errors).toMatchObject([{ line: 2, field: 'parent', code: 'ambiguous' }])
  })
})
