// Sends a test mail to the administrator who asks for it.
import { sayRemedy } from '#shared/refusals/remedies.ts'
import type { InLanguages } from '#shared/text/language.ts'
import { sayPhrase } from '#shared/text/phrase.ts'
import { refused, requireAdministrator } from '../../policy/refused.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

/** Sends a test email the same way as every other message, so a failure is listed with the others. */
export async function sendTestMail(
  { storage, current, mail, publicUrl }: RecordsDependencies,
  { actor }: ActorContext,
): Promise<void> {
  const { model } = current.running
  requireAdministrator(model, actor)
  const to = actor.person?.['email']
  if (mail === undefined || typeof to !== 'string' || to === '') {
    throw refused('no_mail', {}, { remedy: sayRemedy(model.settings.language, 'mail_server') })
  }
  const { language } = model.settings
  const say = (says: InLanguages): string => sayPhrase({ says, values: { application: model.name } }, language)
  const link = publicUrl === undefined ? '' : `\n\n${publicUrl}/studio/mail`
  const content = { subject: say(SUBJECT), text: `${say(TEXT)}${link}\n` }
  await storage.write((transaction) => mail.send(transaction, { to, ...content }))
}

const SUBJECT = { en: '{application}: a test', de: '{application}: ein Test' }
const TEXT = {
  en: 'This is a test message from {application}. It has arrived.',
  de: 'Das ist ein Test der E-Mails von {application}. Er ist angekommen.',
}
