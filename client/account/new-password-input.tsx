// Shows the input of a new password, with the rule that it obeys.
import type { PasswordInputProps } from '@mantine/core'
import { PasswordInput } from '@mantine/core'
import { useModel } from '../data/spec.ts'
import { say } from '../words/say.ts'

/** `reason`: why it is asked for. */
export function NewPasswordInput({ reason, ...props }: PasswordInputProps & { readonly reason?: string }) {
  const { shortestPassword } = useModel().accountPolicy
  const rule = say('At least {count} characters. Length counts most: a whole sentence is easy to remember.', {
    count: shortestPassword,
  })
  return (
    <PasswordInput
      description={reason === undefined ? rule : `${reason} ${rule}`}
      name="password"
      autoComplete="new-password"
      required
      withAsterisk={false}
      {...props}
    />
  )
}
