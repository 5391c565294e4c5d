// Sends a test mail to the administrator who asks for it.
import { refused, requireAdministrator } from '../../policy/refused.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

/** It takes the same way as every message: what fails is listed with the others. */
export async function sendTestMail(
  { storage, current, mail, publicUrl }: RecordsDependencies,
  { actor }: ActorContext,
): Promise<void> {
  const { model } = current.running
  requireAdministrator(model, actor)
  const to = actor.person?.['email']
  if (mail === undefined || typeof to !== 'string' || to === '') throw refused('no_mail')
  const link = publicUrl === undefined ? '' : `\n\n${publicUrl}/studio/mail`
  const text = `This is a test of the mail of ${model.name}. It has arrived.${link}\n`
  await storage.write((transaction) => mail.send(transaction, { to, subject: `${model.name}: a test`, text }))
}
