// Says which records stand against a document.
import type { DocumentConflict } from '#shared/protocol/document.ts'
import { say } from '../../words/say.ts'

export function sayConflict({ sentence, line, examples }: DocumentConflict): string {
  const named = examples.map(({ id, title, problem }) => `${title ?? id}${problem === undefined ? '' : ` ${problem}`}`)
  const said = line === undefined ? sentence : say('Line {line}: {text}', { line: String(line), text: sentence })
  return named.length === 0 ? said : `${said} ${say('For example: {records}.', { records: named.join('; ') })}`
}
