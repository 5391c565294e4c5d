// Fields of types that random expressions know nothing of: they are read, sorted, grouped, searched and exported.
import type { Pick } from '../shared/expressions/random/random-model.ts'
import { oneOf } from '../shared/expressions/random/writer.ts'

export interface ExtraField {
  readonly type: string
  readonly limits: string
  /** Makes the value of the record at a place. */
  value(pick: Pick, at: number): unknown
}

/** Words whose letters, accents and marks search and order have to see alike. */
export const WORDS = [
  'a',
  'ab',
  'Ä',
  'ß',
  'SS',
  'Łódź',
  'lodz',
  '😀',
  "o'x",
  'x@Example.COM',
  'ΑΣ',
  'ﬁn',
  '-12',
  '2026-02-29',
  'Zoo',
  'é',
  'e\u0301a',
  'example',
]

const text = (pick: Pick, most: number): string | null =>
  pick(5) === 0
    ? null
    : Array.from({ length: 1 + pick(most) }, () => oneOf(WORDS, pick)).join(oneOf([' ', ', ', '\n', '-'], pick))

export const EXTRA_FIELDS: { readonly [name: string]: ExtraField } = {
  story: { type: 'long text', limits: 'searchable', value: (pick) => text(pick, 40) },
  page: { type: 'markdown', limits: 'searchable', value: (pick) => text(pick, 5) },
  code: {
    type: 'text',
    limits: 'unique, searchable',
    value: (pick, at) => (pick(4) === 0 ? null : `${oneOf(WORDS, pick)} ${at}`),
  },
  label: { type: 'sequence "N-{000}"', limits: 'searchable', value: (_, at) => `N-${String(at + 1).padStart(3, '0')}` },
  ordinal: { type: 'sequence', limits: '', value: (_, at) => at + 1 },
  marks: {
    type: 'several of red, green, blue',
    limits: '',
    value: (pick) => ['red', 'green', 'blue'].filter(() => pick(2) === 0),
  },
  cost: {
    type: 'money',
    limits: '',
    value: (pick) => oneOf([null, '0.00', '12.50', '-3.10', '90071992547409.91'], pick),
  },
  tall: {
    type: 'decimal(12)',
    limits: 'indexed',
    value: (pick) => oneOf([null, '0.000000000001', '-7.250000000000', '9007.199254740991'], pick),
  },
  mail: { type: 'email', limits: '', value: (pick) => oneOf([null, 'a@example.com', 'B@example.com'], pick) },
}
