// Proof by e-mail, for who signs in by links alone: one leads back to the account page of this browser.
import type { Acting } from '../../records/dependencies.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { proofLetter } from '../links/letters.ts'
import { makeLink } from '../links/one-time-link.ts'
import { requirePost } from '../links/post.ts'
import { requireOffered } from '../ways.ts'

export async function sendProofLink(dependencies: AuthDependencies, { actor, now }: Acting, from: From): Promise<void> {
  const { storage, current } = dependencies
  const { model } = current.running
  requireOffered(model, 'link')
  const { mail, base } = requirePost(dependencies)
  const person = actor.person?.id ?? ''
  const to = String(actor.person?.['email'] ?? '')
  countTry(dependencies, 'link', person, from, now)
  await storage.write(async (transaction) => {
    const { path, expires_at: goodUntil } = await makeLink(transaction, 'proof', person, now)
    await mail.send(transaction, proofLetter({ to, application: model.name, link: base + path, goodUntil }))
  })
}
