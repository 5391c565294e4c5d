// Lists the messages of reading and linking point 8.
import { entry } from './entry.ts'

export const badCode = entry<{ code: string }>('errors/bad-code', 'error', ({ code }) => ({
  message: `"${code}" is no code of an error.`,
  hint: 'a code has letters, digits and underscores: TOO_LATE; its message stands under point 8',
}))

export const badStatus = entry<{ status: string }>('errors/bad-status', 'error', ({ status }) => ({
  message: `"${status}" is no status of a refusal.`,
  hint: 'a refusal has a status from 400 to 599, such as 409 or 422',
}))

export const doubledCode = entry<{ code: string }>(
  'errors/duplicate-code',
  'error',
  ({ code }) => `The code "${code}" stands here twice.`,
  'leave one of them out',
)
