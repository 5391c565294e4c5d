// Can anything be sent, and what do links in letters begin with? Nothing but the configured address.
import type { Mail } from '../../records/letters/mail.ts'
import { Refused } from '../../records/refused.ts'
import type { AuthDependencies } from '../dependencies.ts'

export interface Post {
  readonly mail: Mail
  /** `https://desk.example.com` */
  readonly base: string
}

export function postOf({ mail, publicUrl }: Pick<AuthDependencies, 'mail' | 'publicUrl'>): Post | undefined {
  return mail === undefined || publicUrl === undefined ? undefined : { mail, base: publicUrl }
}

/** Without mail, or without an address of its own to write into it, the application sends nothing. */
export function requirePost(dependencies: Pick<AuthDependencies, 'mail' | 'publicUrl'>): Post {
  const post = postOf(dependencies)
  if (post !== undefined) return post
  throw new Refused({
    code: 'no_mail',
    status: 422,
    message: 'This application sends no e-mail.',
    errors: [],
    remedy: 'An administrator can give you a link.',
  })
}
