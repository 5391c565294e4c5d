// Declares the schema of what a browser got of an authenticator.
import type { BodySchema } from '../routes/body-schema.ts'

/** As browsers make it: WebAuthn's `toJSON()`. What is in it is read and verified where it counts. */
export const CREDENTIAL: BodySchema = {
  type: 'object',
  description: 'The credential that the browser got, as JSON.',
}
