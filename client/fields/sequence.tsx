// Shows sequence numbers, which people never edit.
import type { FieldType } from '#shared/model/model.ts'
import type { FieldView, ShowProps } from './field-view.ts'

export const sequence: FieldView = { Show: ShowSequence, closed: true, columnWidth: 105, widthOf }

function ShowSequence({ value }: ShowProps) {
  // Digits stand below digits; what stands between them is as wide as ever.
  const parts = String(value).split(/(\d+)/)
  return (
    <span className="nowrap">
      {parts.map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <span key={at} className="numbers">
            {part}
          </span>
        ),
      )}
    </span>
  )
}

/** `EXP-{YYYY}-{0000}` is shown whole. */
function widthOf(type: FieldType): number | undefined {
  if (!('pattern' in type) || type.pattern === undefined) return undefined
  return Math.min(190, Math.max(105, type.pattern.replaceAll(/[{}]/g, '').length * 9 + 24))
}
