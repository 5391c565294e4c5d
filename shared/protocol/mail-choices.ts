// Declares which notifications a person gets by mail too.

export interface MailChoice {
  readonly kind: string
  /** Label of the notification for people: "Ticket: Resolve". */
  readonly label: string
  readonly mail: boolean
}

export interface MailChoicesBody {
  readonly items: readonly MailChoice[]
  /** False: this application sends no mail. */
  readonly isMailSent: boolean
}
