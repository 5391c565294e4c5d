// Holds the texts of the page that switches mail off by a link.
import type { InLanguages } from '#shared/text/language.ts'

export interface UnsubscribeTexts {
  readonly question: string
  readonly isOff: string
  readonly isOn: string
  readonly inInbox: string
  readonly switchOff: string
  readonly undo: string
  readonly allChoices: string
  readonly noSuchLink: string
  readonly chooseInAccount: string
  readonly notHere: string
  readonly getOrPost: string
  readonly tooMany: string
  readonly tryLater: string
}

export const UNSUBSCRIBE_TEXTS: InLanguages<UnsubscribeTexts> = {
  en: {
    question: 'Stop these emails?',
    isOff: 'You’ll no longer get these emails',
    isOn: 'You’ll get these emails again',
    inInbox: 'You’ll still find everything in the application’s inbox.',
    switchOff: 'Stop these emails',
    undo: 'Send them again',
    allChoices: 'Email settings',
    noSuchLink: 'This link is not valid',
    chooseInAccount: 'Open the link from the message once more, or sign in and choose your mail on the account page.',
    notHere: 'This can’t be done here',
    getOrPost: 'A page is read by GET, and changed by POST.',
    tooMany: 'Too many requests',
    tryLater: 'Please try again later.',
  },
  de: {
    question: 'Solche E-Mails abbestellen?',
    isOff: 'Das kommt nicht mehr per E-Mail',
    isOn: 'Das kommt wieder per E-Mail',
    inInbox: 'Im Posteingang der Anwendung steht weiterhin alles.',
    switchOff: 'Abbestellen',
    undo: 'Wieder schicken',
    allChoices: 'E-Mails auswählen',
    noSuchLink: 'Dieser Link ist nicht gültig',
    chooseInAccount:
      'Den Link aus der Nachricht noch einmal öffnen, oder anmelden und die E-Mails auf der Kontoseite auswählen.',
    notHere: 'Das geht hier nicht',
    getOrPost: 'Eine Seite wird mit GET gelesen und mit POST geändert.',
    tooMany: 'Zu viele Anfragen',
    tryLater: 'Bitte später noch einmal versuchen.',
  },
}
