// Divides the menu by the headings that the document gives its screens.
import type { Screen } from '#shared/model/model.ts'

export interface MenuGroup {
  /** Undefined for the screens that stand below none. */
  readonly heading: string | undefined
  readonly screens: readonly Screen[]
}

/** Groups screens for the menu: those without a heading first, then headings and their screens in the order of the document. */
export function menuGroups(screens: readonly Screen[]): readonly MenuGroup[] {
  const groups = Map.groupBy(screens, ({ menu }) => menu)
  const loose = groups.get(undefined)
  groups.delete(undefined)
  return [
    ...(loose ? [{ heading: undefined, screens: loose }] : []),
    ...[...groups].map(([heading, below]) => ({ heading, screens: below })),
  ]
}
