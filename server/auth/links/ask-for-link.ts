// Somebody asks for a link by e-mail: the answer, and the time it takes, are the same whether or not there is such an account.
import { appendAudit } from '../../records/audit/append-audit.ts'
import { accountKey } from '../account.ts'
import { addressKey } from '../attempts.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { requireOffered } from '../ways.ts'
import { resetLetter, signInLetter } from './letters.ts'
import { requirePost } from './post.ts'
import { makeLink } from './one-time-link.ts'

/** Resolves when the link is stored, and the letter with it; where there is no such account, both lead nowhere. */
export async function askForLink(
  dependencies: AuthDependencies,
  kind: keyof typeof LETTERS,
  email: string,
  from: From,
  now: string,
): Promise<void> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  requireOffered(model, kind === 'sign-in' ? 'link' : 'password')
  const { mail, base } = requirePost(dependencies)
  countTry(dependencies, 'link', accountKey(email), from, now)
  await storage.write(async (transaction) => {
    const account = await transaction.system('account', accountKey(email))
    const record = await transaction.record('Person', account?.person ?? NOBODY)
    const person = record === undefined || record['active'] === false ? undefined : record
    const link = await makeLink(transaction, kind, person?.id ?? null, now)
    const event = kind === 'sign-in' ? 'sign_in_link_requested' : 'password_reset_requested'
    const subject = person?.id ?? null
    await appendAudit(transaction, {
      event,
      at: now,
      by: null,
      subject,
      detail: {},
      address: addressKey(from.address),
      revision,
    })
    const to = typeof person?.['email'] === 'string' ? person['email'] : null
    const told = { to, application: model.name, link: base + link.path, goodUntil: link.expires_at }
    await mail.send(transaction, LETTERS[kind](told))
  })
}

const NOBODY = ''

const LETTERS = { 'password reset': resetLetter, 'sign-in': signInLetter } as const
