// Declares which notifications a person gets by mail too.

export interface MailChoice {
  readonly kind: string
  /** As people call it: "Ticket: Resolve". */
  readonly label: string
  readonly mail: boolean
}

export interface MailChoicesBody {
  readonly items: readonly MailChoice[]
  /** False: this application sends no mail. */
  readonly isMailSent: boolean
}
