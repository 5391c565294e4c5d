// Messages about point 7, as it is read.
import { entry } from './entry.ts'
import { didYouMean } from './points.ts'

export const badCall = entry<{ call: string }>('calls/bad-call', 'error', ({ call }) => ({
  message: `"${call}" is no call.`,
  hint: 'a call is a method and a path: "GET /api/overdue"',
}))

export const callWithoutDetails = entry<{ call: string }>('calls/call-without-steps', 'warning', ({ call }) => ({
  message: `${call} is listed, and nothing says what it answers.`,
  hint: `add a heading "### ${call}" with its steps, or "not shown."`,
}))

export const doubledCall = entry<{ call: string }>(
  'calls/doubled-call',
  'error',
  ({ call }) => `The call ${call} stands here twice.`,
)

export const badPlace = entry<{ place: string; nearest: string | undefined }>(
  'calls/bad-place',
  'error',
  ({ place, nearest }) => ({
    message: `"${place}" is no part of a call.`,
    hint: didYouMean(nearest) ?? 'inputs stand in the path, query, body or header',
  }),
)

export const badMethod = entry<{ method: string; nearest: string | undefined }>(
  'calls/bad-method',
  'error',
  ({ method, nearest }) => ({
    message: `"${method}" is no method.`,
    hint: didYouMean(nearest) ?? 'methods are GET, POST, PUT, PATCH and DELETE',
  }),
)

export const badShape = entry<{ heading: string }>('calls/bad-shape', 'error', ({ heading }) => ({
  message: `"${heading}" does not say whose shape it is.`,
  hint: 'write "### Shape late_ticket of Ticket"',
}))

export const shapeWithoutEntries = entry<{ shape: string }>('calls/shape-without-entries', 'error', ({ shape }) => ({
  message: `The shape "${shape}" has no names.`,
  hint: 'list them in a table with the header | name | value |',
}))

export const doubledShapeName = entry<{ name: string }>(
  'calls/doubled-shape-name',
  'error',
  ({ name }) => `The name "${name}" stands in this shape twice.`,
)
