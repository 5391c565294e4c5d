// Point 7 with very many of everything, or deeper than anybody writes: refused or read, but soon.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { serializeModel } from '#shared/model/serialize.ts'
import { documentOf } from '../helpers/compile-document.ts'

const ENTITY = '### A\n\n| field | type |\n|---|---|\n| name | text |\n'
const STATES = '### A.status\n\n- starts: s\n\n| state |\n|---|\n| s |\n\n'

function many(count: number, make: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => make(at)).join('')
}

function documentWith(calls: string, others: { readonly [point: number]: string } = {}): string {
  return documentOf({ 3: ENTITY, 7: calls, ...others }).slice(0, 524_288)
}

const shape = (at: number, value: string): string =>
  `### Shape s${at} of A\n\n| name | value |\n|---|---|\n| a | \`${value}\` |\n\n`
const block = (json: string): string =>
  `### GET /api/x\n\n- who: anyone\n\n1. answer 200\n\n\`\`\`json\n${json}\n\`\`\`\n`

describe('calls that are meant to be too much', { tags: 'H01' }, () => {
  test.each([
    ['very many calls', documentWith(many(2_800, (at) => `### GET /api/c${at}/:id\n\n1. answer 200\n\n`))],
    [
      'very many lines of the overview',
      documentWith(`| call | who |\n|---|---|\n${many(15_000, (at) => `| GET /api/c${at} | anyone |\n`)}`),
    ],
    [
      'very many headings without a line',
      documentWith(
        `| call |\n|---|\n${many(8_000, (at) => `| GET /api/d${at} |\n`)}\n${many(2_000, (at) => `### GET /api/c${at}\n\n1. answer 200\n\n`)}`,
      ),
    ],
    [
      'very many inputs',
      documentWith(
        `### POST /api/x\n\n| takes | in | type |\n|---|---|---|\n${many(18_000, (at) => `| a.b${at} | body | text |\n`)}`,
      ),
    ],
    [
      'inputs that exclude each other',
      documentWith(
        `### POST /api/x\n\n| takes | in | type |\n|---|---|---|\n${many(18_000, (at) => `| a${at % 7}.b | body | text |\n`)}`,
      ),
    ],
    [
      'very many steps with names',
      documentWith(
        `### POST /api/x\n\n${many(12_000, (at) => `1. let v${at} = ${at === 0 ? '1' : `v${at - 1} + 1`}\n`)}`,
      ),
    ],
    ['steps that know nothing', documentWith(`### POST /api/x\n\n${many(12_000, (at) => `1. w${at} x\n`)}`)],
    ['shapes that show one another', documentWith(many(2_800, (at) => shape(at, `shape.s${at + 1}(this)`)))],
    [
      'shapes that show two others each',
      documentWith(many(2_000, (at) => shape(at, `[shape.s${at + 1}(this), shape.s${at + 1}(this)]`))),
    ],
    [
      'shapes that double with each step',
      documentWith(many(60, (at) => shape(at, `{ x: shape.s${at + 1}(this), y: shape.s${at + 1}(this) }`))),
    ],
    [
      'names that double with each step',
      documentWith(
        `### POST /api/x\n\n${many(60, (at) => `1. let v${at} = ${at === 0 ? '1' : `{ x: v${at - 1}, y: v${at - 1} }`}\n`)}`,
      ),
    ],
    [
      'all that is given, again and again',
      documentWith(
        `### POST /api/x\n\n| takes | in | type |\n|---|---|---|\n${many(280, (at) => `| a${at} | body | text |\n`)}\n${many(60, (at) => `1. let v${at} = [${'input,'.repeat(900)} input]\n`)}`,
      ),
    ],
    [
      'a large object, again and again',
      documentWith(
        `### POST /api/x\n\n1. let v = {${many(290, (at) => `a${at}: 1, `)}z: 1}\n${many(120, (at) => `1. let v${at} = [${'v,'.repeat(1_800)} v]\n`)}`,
      ),
    ],
    ['a circle of shapes', documentWith(many(2_800, (at) => shape(at, `shape.s${(at + 1) % 2_800}(this)`)))],
    [
      'a shape of very many names',
      documentWith(
        `### Shape s of A\n\n| name | value |\n|---|---|\n${many(18_000, (at) => `| n${at} | \`name\` |\n`)}`,
      ),
    ],
    ['an answer of very many members', documentWith(block(`{ ${many(25_000, (at) => `"m${at}": ${at},\n`)}"m": 1 }`))],
    ['an answer of very many expressions', documentWith(block(`[${many(14_000, () => '"`now`",\n')}1]`))],
    ['lists in lists in an answer', documentWith(block('['.repeat(19_000)))],
    ['a string without an end', documentWith(block(`"${'\\"'.repeat(9_000)}`))],
    [
      'very many outgoing calls',
      documentWith(`| when | url |\n|---|---|\n${many(9_000, (at) => `| A created | https://a.b/${at} |\n`)}`),
    ],
    [
      'very many rules on calls',
      documentWith(
        many(1_500, (at) => `### GET /api/c${at}\n\n1. answer 200\n\n`),
        {
          5: `| rule | entity | must hold |\n|---|---|---|\n${many(7_000, (at) => `| r${at} | GET /api/c${at} | \`true\` |\n`)}`,
        },
      ),
    ],
    [
      'timers that are shares of one another',
      documentWith('none.', {
        4: `${STATES}| timer | runs in | lasts |\n|---|---|---|\n${many(12_000, (at) => `| t${at} | s | 50 % of t${at + 1} |\n`)}`,
      }),
    ],
    [
      'a circle of timers',
      documentWith('none.', {
        4: `${STATES}| timer | runs in | lasts |\n|---|---|---|\n${many(3_000, (at) => `| t${at} | s | 50 % of t${(at + 1) % 3_000} |\n`)}`,
      }),
    ],
  ])('%s', (_, text) => {
    const started = process.cpuUsage()
    const { model } = compile(text)
    const { user, system } = process.cpuUsage(started)
    // `npm test` runs beside other work, and only sees that each comes to its end.
    if (process.env['FUZZ_CASES'] !== undefined) expect((user + system) / 1_000_000).toBeLessThan(4)
    if (model) expect(serializeModel(model).length).toBeLessThan(50_000_000)
  })
})

describe('names that mean something to JavaScript', () => {
  const hostile = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

  test.each(hostile)('"%s" is data in an answer, a shape, an input and a name', (word) => {
    const text = documentWith(
      `### POST /api/x\n\n| takes | in | type |\n|---|---|---|\n| ${word}.${word} | body | text |\n\n1. let ${word} = input.${word}.${word}\n2. answer 200\n\n\`\`\`json\n{ "${word}": "\`${word}\`", "b": { "${word}": 1 } }\n\`\`\`\n\n${shape(1, 'name').replace('| a |', `| ${word} |`)}`,
    )
    const { model } = compile(text)
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
    expect(({} as { readonly [name: string]: unknown })['b']).toBeUndefined()
    // Two underscores in front make no name of the language; all others are names like any.
    expect(model === undefined).toBe(word === '__proto__')
    const [call] = model?.calls ?? []
    if (call) expect(call.takes.map(({ name }) => name)).toEqual([`${word}.${word}`])
  })
})
