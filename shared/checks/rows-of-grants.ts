// Finds the rows of point 6 from which grants were made.
import type { Grant } from '../model/model.ts'
import { type Declarations, isShown } from '../points/declarations.ts'
import type { GrantDeclaration } from '../points/6-roles/declarations.ts'
import { lineIndex, positionAt } from '../text/position.ts'

/** A row for several roles or entities has made a grant for each. */
export function rowsOfGrants(
  { roles }: Pick<Declarations, 'roles'>,
  text: string,
): (grant: Grant) => GrantDeclaration | undefined {
  let rows: ReadonlyMap<number, GrantDeclaration> | undefined
  const find = (): ReadonlyMap<number, GrantDeclaration> => {
    const lines = lineIndex(text)
    return new Map((isShown(roles) ? roles.grants : []).map((row) => [positionAt(lines, row.span.start).line, row]))
  }
  return ({ cite }) => (rows ??= find()).get(cite.line)
}
