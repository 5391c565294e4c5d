// A form whose sending is ours: the page stays, and a form that stands around it as React sees it (a dialog's) is not sent as well.
import type { ComponentProps, FormEvent } from 'react'

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => void
}

export function SubmitForm({ onSubmit, ...rest }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit()
  }
  return <form {...rest} onSubmit={submit} />
}
