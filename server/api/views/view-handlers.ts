// Handles the routes of saved views: list, create, delete.
import { screensFor } from '#shared/decisions/2-screens.ts'
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../../policy/refused.ts'
import { findHeldRoles } from '../../records/held-roles.ts'
import { createView, deleteView, listViews } from '../../records/views/saved-views.ts'
import { badRequest } from '../request/bad-request.ts'
import { readJson, readObject } from '../request/json-body.ts'
import { checkParameters } from '../request/query-parameters.ts'
import type { ApiDependencies, Handler, RequestContext } from '../request/request-context.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import type { RouteTable } from '../route-table.ts'

const listHandler: Handler = async (dependencies, context) => {
  checkParameters(context.query, [])
  const screens = await openScreens(dependencies, context)
  return jsonResponse(200, { items: await listViews(dependencies, context.actorContext, screens) })
}

const createHandler: Handler = async (dependencies, context) => {
  checkParameters(context.query, [])
  const { screen, name, query, role = null, ...others } = readObject(await readJson(context.request))
  const isReadable =
    typeof screen === 'string' &&
    typeof name === 'string' &&
    typeof query === 'string' &&
    (role === null || typeof role === 'string') &&
    Object.keys(others).length === 0
  if (!isReadable)
    throw badRequest(
      'malformed',
      'A view is { "screen": "tickets", "name": "Urgent", "query": "priority=urgent", "role"?: "Agent" }.',
    )
  const screens = await openScreens(dependencies, context)
  return jsonResponse(201, await createView(dependencies, context.actorContext, { screen, name, query, role }, screens))
}

function deleteHandler(id: string): Handler {
  return async (dependencies, context) => {
    if (!(await deleteView(dependencies, context.actorContext, id)))
      throw new Refused(makeRefusal(context.running.model, 'not_found'))
    return NO_CONTENT
  }
}

export const VIEW_ROUTES: RouteTable = {
  'system/views': { requiresSession: true, handlers: { GET: listHandler, POST: createHandler } },
  'system/views/:id': (id) => ({ requiresSession: true, handlers: { DELETE: deleteHandler(id) } }),
}

/** Keys of the screens that the actor may open: of others not even the name of a view is told. */
async function openScreens(
  dependencies: ApiDependencies,
  { running, actorContext }: RequestContext,
): Promise<ReadonlySet<string>> {
  const held = await findHeldRoles(dependencies, actorContext)
  return new Set(screensFor(running.model, actorContext.actor, held).map(({ key }) => key))
}
