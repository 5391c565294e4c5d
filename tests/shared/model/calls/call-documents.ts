// Documents with calls of their own, on four entities: what they are compiled to, and what is said of them.
import { compile } from '#shared/compile.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import type { DocumentCall, JsonTemplateNode } from '#shared/model/7-calls/types.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../../helpers/compile-document.ts'

export const ENTITIES = `
### Person

| field | type | limits |
|---|---|---|
| username | text | unique |
| follows | several Person (as followers) | |

### Article

| field | type | required |
|---|---|---|
| title | text | yes |
| slug | slug of title | |
| author | Person (as articles) | yes |
| tags | list of text | no |
| favorited_by | several Person (as favorites) | no |

### Comment

| field | type | required |
|---|---|---|
| article | Article, deleted with it | yes |
| author | Person (as comments) | yes |
| body | long text | yes |

### Booking

| field | type |
|---|---|
| room | text |
| starts_at | date and time |
| ends_at | date and time |
`

export const ROLES = `
| role | is | of | who |
|---|---|---|---|
| Editor | edits | | |
| Author | writes | Article | \`author == me\` |

| role | entity | may |
|---|---|---|
| everyone | Article, Comment, Booking, Person | everything |
`

export type Points = { readonly [point: number]: string }

export function textOf(calls: string, points: Points = {}): string {
  return documentOf({ 3: ENTITIES, 6: ROLES, 7: calls, ...points })
}

export function callsOf(calls: string, points: Points = {}): readonly DocumentCall[] {
  return compileDocument(textOf(calls, points)).calls
}

/** Lists what is reported about the calls, without the notes on what is not run. */
export function said(calls: string, points: Points = {}): readonly string[] {
  const text = textOf(calls, points)
  return sayDiagnostics(text, compile(text), ['error', 'warning'])
    .map((line) => line.split(' ').slice(1).join(' '))
    .filter((line) => !line.startsWith('document/'))
}

export const json = (value: string): string => `\n\n\`\`\`json\n${value}\n\`\`\`\n`
export const call = (heading: string, body: string): string => `### ${heading}\n\n- who: everyone\n\n${body}\n\n`
export const takes = (rows: string): string =>
  `| takes | in | type | required | default |\n|---|---|---|---|---|\n${rows}\n\n`

export function printed(template: JsonTemplateNode | undefined): unknown {
  switch (template?.kind) {
    case 'object':
      return Object.fromEntries(template.members.map(({ name, value }) => [name, printed(value)]))
    case 'list':
      return template.items.map(printed)
    case 'literal':
      return template.value
    case 'expression':
      return `= ${printExpression(template.expression.tree)}`
  }
  return undefined
}
