// Refuses to sign in a browser that would not keep the session's cookie, before anything is tried.
import { sayRemedy } from '#shared/refusals/remedies.ts'
import type { IncomingMessage } from 'node:http'
import type { Model } from '#shared/model/model.ts'
import { isSecureSite } from '../../auth/sessions/cookies.ts'
import { refused } from '../../policy/refused.ts'

/** Browsers say by `Origin` by which scheme a page was loaded; programs take the token from the body, and need no cookie. */
export function requireHttps(model: Model, request: IncomingMessage, publicUrl: string | undefined): void {
  const { origin, host } = request.headers
  if (host === undefined || origin !== `http://${host}` || !isSecureSite(request, publicUrl)) return
  const { language } = model.settings
  const remedy =
    publicUrl === undefined ? sayRemedy(language, 'https') : sayRemedy(language, 'https_at', { address: publicUrl })
  throw refused('https_needed', {}, { remedy })
}
