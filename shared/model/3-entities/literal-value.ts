// Reads a value that is written out in a cell, in the JSON form of its type.
import { makeDuration, printIsoDuration } from '../../expressions/duration.ts'
import { wordsOf } from '../../fields/choice.ts'
import type { FieldType } from '../../fields/field-type.ts'
import { familyOf, fieldType } from '../../fields/registry.ts'
import { readLiteral } from '../../points/read-literal.ts'
import type { Fragment } from '../../text/fragment.ts'
import { splitFragment } from '../../text/split.ts'
import { readQuoted } from '../../text/written-values.ts'

/** A value as people write it, in the JSON form of the type that it is meant for. */
export function literalValue(text: Fragment, type: FieldType): unknown {
  const literal = readLiteral(text)
  const written = text.value.trim()
  switch (familyOf(type)) {
    case 'words':
      return itemsIn(text).map((item) => wordOf(item, type))
    case 'texts':
      return itemsIn(text)
    case 'number': {
      const { unit, valueType } = fieldType(type.kind)
      if (unit === 'percent') return written.replace(/\s*%$/, '')
      if ((literal.kind !== 'integer' && literal.kind !== 'decimal') || 'currency' in literal) return written
      return valueType(type).kind === 'decimal' ? String(literal.value) : Number(literal.value)
    }
    case 'flag':
      return literal.kind === 'boolean' ? literal.value : written
    case 'duration':
      return literal.kind === 'duration' ? printIsoDuration(makeDuration(literal.milliseconds, literal.days)) : written
    case 'word':
      return literal.kind === 'text' ? wordOf(literal.value, type) : wordOf(written, type)
    default:
      return literal.kind === 'text' ? literal.value : written
  }
}

/** Lists the items as they are written: `1, 2` are two words. */
function itemsIn(text: Fragment): readonly string[] {
  return splitFragment(text).map((item) => readQuoted(item)?.value ?? item.value.trim())
}

function wordOf(written: string, type: FieldType): string {
  const lower = written.toLowerCase()
  return wordsOf(type).find(({ word, label }) => word === written || label.toLowerCase() === lower)?.word ?? written
}
