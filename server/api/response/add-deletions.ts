// Adds `_deleted` to records of the trash: their titles, when they were deleted, and the person who did.
import { readDeletion } from '../../records/changes/read-deletion.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'

export async function addDeletions(
  dependencies: ApiDependencies,
  { actorContext }: RequestContext,
  entity: string,
  items: readonly string[],
): Promise<readonly string[]> {
  const added: string[] = []
  for (const item of items) {
    const { id } = JSON.parse(item) as { readonly id: string }
    const deletion = await readDeletion(dependencies, actorContext, entity, id)
    added.push(`${item.slice(0, -1)},"_deleted":${JSON.stringify(deletion)}}`)
  }
  return added
}
