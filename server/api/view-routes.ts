// Declares the routes of saved views: list, create, update, delete.
import { VIEW, VIEWS } from './system-answers.ts'
import { screensFor } from '#shared/decisions/2-screens.ts'
import { findHeldRoles } from '../records/access/held-roles.ts'
import { createView, deleteView, listViews, updateView } from '../records/read/saved-views.ts'
import type { ApiDependencies, RequestContext } from './request/request-context.ts'
import { jsonResponse, NO_CONTENT } from './response/response.ts'
import { object, parameter, text, textOrNull } from './routes/body-schema.ts'
import type { ApiRoute } from './routes/route.ts'
import { defineRoute } from './routes/route.ts'
import { refused } from '../policy/refused.ts'

const LIST = defineRoute({
  method: 'GET',
  path: '/system/views',
  id: 'views',
  response: { schema: VIEWS },
  status: 200,
  requiresSession: true,
  summary: 'Saved views of lists: your own, and those shared with your roles',
  handle: async (dependencies, context) => {
    const screens = await openScreens(dependencies, context)
    return jsonResponse(200, { items: await listViews(dependencies, context.actorContext, screens) })
  },
})

const CREATE = defineRoute({
  method: 'POST',
  path: '/system/views',
  id: 'save_view',
  response: { schema: VIEW },
  status: 201,
  requiresSession: true,
  summary: 'Save a view of a list, for yourself or for a role that you hold',
  body: object({ screen: text(), name: text(), query: parameter() }, { role: textOrNull() }),
  handle: async (dependencies, context, { body: { screen, name, query, role = null } }) => {
    const screens = await openScreens(dependencies, context)
    const wanted = { screen, name, query, role }
    return jsonResponse(201, await createView(dependencies, context.actorContext, wanted, screens))
  },
})

const UPDATE = defineRoute({
  method: 'PATCH',
  path: '/system/views/:id',
  id: 'update_view',
  response: { schema: VIEW },
  status: 200,
  requiresSession: true,
  summary: 'Change a saved view: your own; an administrator also one that others share',
  body: object({}, { name: text(), query: parameter() }),
  handle: async (dependencies, context, { parameters: { id }, body: { name, query } }) => {
    const screens = await openScreens(dependencies, context)
    const changes = { id, ...(name === undefined ? {} : { name }), ...(query === undefined ? {} : { query }) }
    const view = await updateView(dependencies, context.actorContext, changes, screens)
    if (!view) throw refused('not_found')
    return jsonResponse(200, view)
  },
})

const DELETE = defineRoute({
  method: 'DELETE',
  path: '/system/views/:id',
  id: 'delete_view',
  summary: 'Delete a saved view',
  status: 204,
  requiresSession: true,
  handle: async (dependencies, context, { parameters: { id } }) => {
    if (!(await deleteView(dependencies, context.actorContext, id))) throw refused('not_found')
    return NO_CONTENT
  },
})

export const VIEW_ROUTES: readonly ApiRoute[] = [LIST, CREATE, UPDATE, DELETE]

/** Keys of the screens that the actor may open: of others not even the name of a view is shown. */
async function openScreens(
  dependencies: ApiDependencies,
  { running, actorContext }: RequestContext,
): Promise<ReadonlySet<string>> {
  const held = await findHeldRoles(dependencies, actorContext)
  return new Set(screensFor(running.model, actorContext.actor, held).map(({ key }) => key))
}
