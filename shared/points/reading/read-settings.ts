// Reads the settings of a list: `- key: value`.
import type { Bullets, Item, Prose, Setting } from '../../document/document.ts'
import * as say from '../../diagnostics/all-points.ts'
import { type Fragment, spanOf } from '../../text/fragment.ts'
import { nearest } from '../../text/nearest-word.ts'
import { isEmptyCell, isNone, isNotShown } from '../../text/written-values.ts'
import { type PointContext, reportValue } from './point-context.ts'
import { isKnownConstant } from '../9-constants/known-constants.ts'
import { plainWord, type TableShape } from './read-headed-table.ts'

export type SettingReaders = { readonly [key: string]: (setting: Setting) => void }

/**
 * Calls the reader of each setting that is shown. `open` reads keys that are no fixed words (`Manager may give`) and says
 * whether it did. `tables` stand here too: a setting that is called as one of their columns is meant for it. Gives the bullets that are no settings, as prose.
 */
export function readSettings(
  bullets: Bullets,
  readers: SettingReaders,
  context: PointContext,
  open: (setting: Setting) => boolean = () => false,
  mayBeEmpty: readonly string[] = [],
  tables: readonly TableShape[] = [],
): Prose[] {
  const prose: Prose[] = []
  const seen = new Set<string>()
  for (const entry of bullets.entries) {
    if (entry.kind === 'item') {
      reportLookAlikes(entry.text, Object.keys(readers), context)
      prose.push(proseOfItem(entry))
      continue
    }
    const key = plainWord(entry.key.value)
    if (isNotShown(entry.value.value)) {
      context.unknown(entry.key.value, entry.span)
      continue
    }
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined
    if (!reader && open(entry)) continue
    if (!reader) reportUnknown(entry, key, Object.keys(readers), tables, context)
    else if (seen.has(key)) context.report(say.doubledSetting(spanOf(entry.key), { setting: entry.key.value }))
    else if (isEmptyCell(entry.value.value) && entry.items.length === 0 && !mayBeEmpty.includes(key))
      context.report(say.emptySetting(entry.span, { setting: entry.key.value }))
    else reader(entry)
    seen.add(key)
  }
  return prose
}

/** Says of lines such as `title: name`, `-title:name` or `- title = name` that they are no settings. */
export function reportLookAlikes(text: Fragment, known: readonly string[], context: PointContext): void {
  if (known.length === 0) return
  for (const { 0: line, 1: words = '', index } of text.value.matchAll(LOOK_ALIKE)) {
    const setting = known.find((key) => key === plainWord(words))
    if (setting !== undefined)
      context.report(say.looksLikeSetting(spanOf(text, index, index + line.trimEnd().length), { setting }))
  }
}

const LOOK_ALIKE = /^[ \t]*(?:[-*+•–—][ \t\u00a0]*)?((?=\S)[\w *`-]{1,20}(?<!\s))[ \t]*[:=–—]/gm

/** The reader of a setting that may say that there is none: it is then as if it were not there. */
export function unlessNone(read: (setting: Setting) => void): (setting: Setting) => void {
  return (setting) => {
    if (!isNone(setting.value.value)) read(setting)
  }
}

/** Reads a setting whose value is one of a few words. */
export function readWord<T extends string>(
  setting: Setting,
  words: readonly T[],
  context: PointContext,
): T | undefined {
  const written = plainWord(setting.value.value.replace(/\.$/, ''))
  const found = words.find((word) => word.toLowerCase() === written)
  if (found === undefined) {
    reportValue(setting.value, words.map((word) => `"${word}"`).join(' or '), context, nearest(written, words))
  }
  return found
}

function reportUnknown(
  setting: Setting,
  key: string,
  known: readonly string[],
  tables: readonly TableShape[],
  context: PointContext,
): void {
  const table = tables.find((shape) => shape.key.includes(key))?.key.join(' | ')
  const constant = isKnownConstant(key.replaceAll(' ', '_')) ? `| ${key} | ${setting.value.value} |` : undefined
  const parameters = {
    setting: setting.key.value,
    nearest: nearest(key, known),
    known: known.join(', '),
    table,
    constant,
  }
  context.report(say.unknownSetting(spanOf(setting.key), parameters))
}

function proseOfItem(item: Item): Prose {
  return { kind: 'prose', markdown: `- ${item.text.value}`, span: item.span }
}
