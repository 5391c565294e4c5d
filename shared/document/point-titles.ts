// Lists the usual titles of the nine points.
import type { PointNumber } from './document.ts'

export const POINTS: readonly PointNumber[] = [1, 2, 3, 4, 5, 6, 7, 8, 9]

export const POINT_TITLES: { readonly [point in PointNumber]: string } = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'The error catalogue',
  9: 'Business constants and limits',
}

/** The point whose usual title a heading without a number has. */
export function pointTitled(title: string): PointNumber | undefined {
  const words = title.toLowerCase().trim()
  if (words.length < 4) return undefined
  return POINTS.find(
    (point) =>
      POINT_TITLES[point].toLowerCase().startsWith(words) || words.startsWith(POINT_TITLES[point].toLowerCase()),
  )
}
