// Reads point 8: a table of errors with codes, statuses and messages.
import type { Section } from '../../document/document.ts'
import * as say from '../../diagnostics/8-errors.ts'
import { spanOf } from '../../text/fragment.ts'
import { bare, isNotShown } from '../../text/written-values.ts'
import { readErrorCode } from './read-error-code.ts'
import type { PointContext } from '../reading/point-context.ts'
import { readSection, reportInnerHeadings } from '../reading/read-section.ts'
import { type HeadedTable, shownCell, type HeadedRow, type TableShape } from '../reading/read-headed-table.ts'
import { readTemplate } from '../reading/read-template.ts'
import type { ErrorDeclaration, ErrorsPoint } from './declarations.ts'

export const ERRORS: TableShape = { of: 'errors', key: ['code', 'status'], columns: ['message', 'meaning'] }

export function readErrors(section: Section, context: PointContext): ErrorsPoint {
  const errors = new Map<string, ErrorDeclaration>()
  const readRows = ({ rows }: HeadedTable): void => {
    for (const row of rows) {
      const found = readError(row, context)
      const first = found && errors.get(found.code)
      if (!found) continue
      if (!first) errors.set(found.code, found)
      else
        context.report(
          say.doubledCode(
            found.span,
            { code: found.code },
            { related: [{ message: 'The first one stands here.', span: first.span }] },
          ),
        )
    }
  }
  readSection(section.blocks, { tables: [[ERRORS, readRows]], unknown: 'Errors' }, context)
  // Headings only divide the table.
  for (const part of section.parts) {
    readSection(part.blocks, { tables: [[ERRORS, readRows]], unknown: part.heading.text.value }, context)
    reportInnerHeadings(part.parts, 'tables of errors', context)
  }
  return { errors: [...errors.values()], span: section.span }
}

/** A message that is not shown leaves the code to speak for itself. */
function readError(row: HeadedRow, context: PointContext): ErrorDeclaration | undefined {
  const code = readErrorCode(row.cell('code'), context)?.value
  if (code === undefined) return undefined
  const statusText = row.cell('status')
  const unknown = isNotShown(statusText.value)
  if (unknown) context.unknown(`${code}: status`, spanOf(statusText))
  const status = /^[45]\d\d$/.exec(bare(statusText).value)?.[0]
  if (status === undefined && !unknown) context.report(say.badStatus(spanOf(statusText), { status: statusText.value }))
  const message = shownCell(row, 'message', `${code}: message`, context)
  return {
    code,
    ...(status === undefined ? {} : { status: Number(status) }),
    message: readTemplate(message, context),
    meaning: shownCell(row, 'meaning', `${code}: meaning`, context).value,
    span: row.span,
  }
}
