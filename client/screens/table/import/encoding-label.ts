// Names the encodings of texts as spreadsheets offer them.
import type { EncodingName } from '#shared/protocol/import.ts'
import { say } from '../../../words/say.ts'

export function encodingLabel(name: EncodingName): string {
  return LABELS[name]
}

const LABELS: { readonly [name in EncodingName]: string } = {
  'utf-8': say('Unicode (UTF-8)'),
  'utf-16le': say('Unicode (UTF-16)'),
  'utf-16be': say('Unicode (UTF-16 BE)'),
  'windows-1252': say('Western European (Windows-1252)'),
  'windows-1250': say('Central European (Windows-1250)'),
  'windows-1251': say('Cyrillic (Windows-1251)'),
  ibm850: say('Western European (DOS 850)'),
  'iso-8859-15': say('Western European (ISO 8859-15)'),
  'windows-1253': say('Greek (Windows-1253)'),
  'windows-1254': say('Turkish (Windows-1254)'),
  shift_jis: say('Japanese (Shift JIS)'),
  'euc-jp': say('Japanese (EUC)'),
  gb18030: say('Chinese, simplified (GB 18030)'),
  big5: say('Chinese, traditional (Big5)'),
  'euc-kr': say('Korean (EUC)'),
  'koi8-r': say('Cyrillic (KOI8-R)'),
  macintosh: say('Western European (Mac)'),
}
