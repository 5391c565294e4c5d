// Documents that are wrong only by their size, by the code that each brings about; they are made here because nobody wants to keep them.
import { documentOf } from '../helpers/compile-document.ts'

export const TOO_MUCH: { readonly [code: string]: string } = {
  'document/too-large': `# Specification: Test\n\n${'All of it is said again. '.repeat(21_000)}`,
  'document/too-many-lines': documentOf({ 3: '### Ticket\n\n'.repeat(3_100) }),
  'examples/too-long': documentOf({
    6: `### Example: it never ends\n\n${'1. as an Administrator\n'.repeat(101)}`,
  }),
  'document/too-many-things': documentOf({
    3: `### Ticket\n\n| field | type |\n|---|---|\n${Array.from({ length: 1_001 }, (_, at) => `| f${at} | text |\n`).join('')}`,
  }),
}
