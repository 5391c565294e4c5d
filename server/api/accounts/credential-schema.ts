// Declares the schema of what a browser got of an authenticator.
import type { BodySchema } from '../routes/body-schema.ts'

/**
 * Schema of a credential as browsers make it, with WebAuthn's `toJSON()`. Its content is read and verified where it
 * counts.
 */
export const CREDENTIAL: BodySchema = {
  type: 'object',
  description: 'The credential that the browser got, as JSON.',
}
