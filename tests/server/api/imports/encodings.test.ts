// The encoding of a file is detected, said with its first lines, and chosen; a byte that does not fit is named.
import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportApp } from './import-app.ts'
import { readInput, startImportApp } from './import-app.ts'

let app: ImportApp

beforeAll(async () => {
  app = await startImportApp('en')
})
afterAll(() => app.app.stop())
beforeEach(() => app.deleteAll())

const FILES = [
  ['utf-8', 'name;story\nMüller;朱古 €\n', 'en'],
  ['windows-1252', 'name;story\nMüller;Köln\nGrößmann;Düsseldorf\n', 'en'],
  ['windows-1252', 'name;story\nLefèvre;Orléans\nFrançois;5,00 €\n', 'en'],
  ['windows-1250', 'name;story\nWałęsa;Gdańsk\nŻółty;Łódź\nŚwiątek;Częstochowa\n', 'en'],
  ['windows-1250', 'name;story\nDvořák;Příbram\nNěmec;Plzeň\nŠťastný;Třebíč\n', 'en'],
  ['windows-1250', 'name;story\nErdős;Győr\nSzűcs;Székesfehérvár\n', 'hu'],
  ['windows-1251', 'name;story\nИванов;Москва\nПетров;Тула\n', 'en'],
  ['windows-1254', 'name;story\nYılmaz;İstanbul\nÖztürk;Ağrı\n', 'tr'],
  ['ibm850', 'name;story\nMüller;Köln\nGrößmann;Düsseldorf\n', 'en'],
  ['ibm850', 'name;story\nMüller;x\n', 'en'],
  ['shift_jis', 'name;story\n山田太郎;東京\n鈴木一郎;大阪\n', 'en'],
  ['shift_jis', 'name;story\nカタカナ;ナマエ\n', 'en'],
  ['gb18030', 'name;story\n王小明;北京\n李华;上海\n', 'en'],
  ['koi8-r', 'name;story\nИванов;Москва\nПетров;Тула\n', 'en'],
] as const

/** How the encodings are called by what writes them. */
function encode(text: string, name: string): Buffer {
  return iconv.encode(text, name === 'ibm850' ? 'cp850' : name)
}

describe('an encoding', () => {
  test.each(FILES)('is detected: %s of %j, read by people of %s', async (name, text, language) => {
    const headers = { 'Accept-Language': language }
    const { body } = await app.send(encode(text, name), 'mode=read', headers)
    expect(body.file.encoding).toEqual({ name, decidedBy: 'content' })
    const names = (await app.keep(encode(text, name), '', headers)).map((row) => row['name'])
    const lines = text.trim().split('\n').slice(1)
    expect(new Set(names)).toEqual(new Set(lines.map((line) => line.split(';')[0])))
  })

  test.each(['utf-16le', 'utf-16be'] as const)(
    'of two bytes each is read with and without its mark: %s',
    async (name) => {
      const text = 'name;story\nMüller;Köln\n'
      const plain = await app.send(iconv.encode(text, name), 'mode=read')
      expect(plain.body.file.encoding).toEqual({ name, decidedBy: 'content' })
      const marked = iconv.encode(text, name, { addBOM: true })
      expect((await app.send(marked, 'mode=read')).body.file.encoding).toEqual({ name, decidedBy: 'mark' })
      expect(await app.keep(marked)).toMatchObject([{ name: 'Müller', story: 'Köln' }])
    },
  )

  test('of UTF-8 stays so for one bad byte, which is named with its line; only its row is refused', async () => {
    const file = readInput('utf8-with-one-bad-byte.csv')
    const { body } = await app.send(file)
    expect(body.file.encoding).toEqual({
      name: 'utf-8',
      decidedBy: 'content',
      misfits: [{ line: 3, byte: 'A0', offset: 24 }],
    })
    expect(file[24]).toBe(0xa0)
    expect(body.errors).toMatchObject([{ line: 3, code: 'byte_unreadable', message: expect.stringContaining('(A0)') }])
    expect(body).toMatchObject({ created: 1, refused: 1 })
    expect(body.file.firstLines[1]?.cells).toEqual(['Müller 東京 €'])
  })

  test('of a long file has its bad bytes named wherever they are, the first twenty of them', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `Müller ${at}`)
    const good = Buffer.from(`name\n${lines.join('\n')}\n`)
    const file = Buffer.concat([good, ...Array.from({ length: 30 }, () => Buffer.from([0x61, 0xff, 0xc3, 0x0a]))])
    const { body } = await app.send(file, 'mode=read')
    expect(body.file.encoding?.misfits).toHaveLength(20)
    expect(body.file.encoding?.misfits?.slice(0, 3)).toEqual([
      { line: 30_002, byte: 'FF', offset: good.length + 1 },
      { line: 30_002, byte: 'C3', offset: good.length + 2 },
      { line: 30_003, byte: 'FF', offset: good.length + 5 },
    ])
  })

  test('can be chosen, by a parameter or by the content type', { tags: 'reference/importing' }, async () => {
    const file = encode('name\nMüller\n', 'windows-1252')
    const chosen = await app.send(file, 'mode=read&encoding=windows-1251')
    expect(chosen.body.file).toMatchObject({ encoding: { name: 'windows-1251', decidedBy: 'request' } })
    expect(chosen.body.file.firstLines[1]?.cells).toEqual(['Mьller'])
    const typed = await app.send(file, 'mode=read', { 'Content-Type': 'text/csv; charset=iso-8859-1' })
    expect(typed.body.file.encoding).toEqual({ name: 'windows-1252', decidedBy: 'request' })
    expect((await app.send(file, '', { 'Content-Type': 'text/csv; charset=nothing' })).status).toBe(400)
    expect((await app.send(file, '', { 'Content-Type': 'application/json' })).status).toBe(415)
  })

  test('that was chosen wrongly names the bytes that it does not have', async () => {
    const ascii = await app.send(encode('name\nMüller\n', 'windows-1252'), 'encoding=utf-8')
    expect(ascii.body.file.encoding?.misfits).toEqual([{ line: 2, byte: 'FC', offset: 6 }])
    expect(ascii.body).toMatchObject({ refused: 1, errors: [{ code: 'byte_unreadable' }] })
  })

  test('of a text that holds the sign of a missing character is no fault', async () => {
    expect(await app.keep('name\nwhat \uFFFD is\n')).toMatchObject([{ name: 'what \uFFFD is' }])
  })
})

describe('a separator', () => {
  test.each([
    ['comma', 'name,count\nA,1\n'],
    ['semicolon', 'name;amount;ratio\nA;1,5;2,5\n'],
    ['tab', 'name\tstory\nA\tx, y; z\n'],
    ['semicolon', 'sep=;\nname;count\nA;1\n'],
    ['semicolon', 'Prices, for all, and more\n\nname;count\nA;1\nB;2\n'],
  ])('is detected: %s of %j', async (separator, text) => {
    const { body } = await app.send(text)
    expect(body).toMatchObject({ file: { separator }, refused: 0 })
    expect(body.columns[0]).toMatchObject({ field: 'name' })
  })

  test('can be chosen', async () => {
    const { body } = await app.send('name;story,count\nA,1\n', 'separator=semicolon&mode=read')
    expect(body.columns.map(({ heading }) => heading)).toEqual(['name', 'story,count'])
  })
})

describe('NDJSON', () => {
  test('is read with its values as those of the API, without columns that are asked about', async () => {
    const lines = [
      { name: 'A', amount: '1.234', count: 3, sharp: true, tags: ['a, b', 'c'], day: '2026-05-01' },
      { name: 'B', ratio: 1.5, starts_at: '2026-05-01T12:00:00.000Z', count: null },
    ]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    const { body } = await app.send(text)
    expect(body.file).toMatchObject({ format: 'ndjson', headingLine: 0 })
    expect(body.errors).toMatchObject([{ line: 1, field: 'amount', code: 'too_precise' }])
    const rows = await app.keep(text.replace('1.234', '1.23'))
    expect(rows).toMatchObject([
      { name: 'A', amount: '1.23', count: 3, sharp: true, tags: ['a, b', 'c'], day: '2026-05-01' },
      { name: 'B', ratio: 1.5, count: null },
    ])
    expect((await app.send('{"name":"A"}\n[1]\n')).body.detail).toMatch(/^Line 2 is no JSON object/)
    expect((await app.send(`{"name":"A"}\n{"name":${'['.repeat(50_000)}\n`)).status).toBe(400)
  })
})
