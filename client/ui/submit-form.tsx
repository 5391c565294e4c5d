// Submits a form without leaving the page or submitting a form around it.
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
