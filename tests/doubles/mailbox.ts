// Keeps the letters that an application sends, for tests that read them.
import type { MailMessage, Mail } from '../../server/records/mail/mail.ts'

export interface PostBox extends Mail {
  readonly letters: MailMessage[]
  /** The path of the last letter's link, with its secret. */
  lastLink(): string
  lastSecret(): string
}

export function createPostBox(): PostBox {
  const letters: MailMessage[] = []
  const lastLink = (): string => /^https?:\/\/\S+$/m.exec(letters.at(-1)?.text ?? '')?.[0] ?? ''
  return {
    letters,
    async send(transaction, letter) {
      if (letter.to !== null) transaction.whenKept(() => letters.push(letter))
    },
    readSubject: ({ subject }) => subject,
    sealChoice: (choice) => Buffer.from(JSON.stringify(choice)).toString('base64url'),
    openChoice: () => undefined,
    lastLink,
    lastSecret: () => lastLink().split('=')[1] ?? '',
  }
}
