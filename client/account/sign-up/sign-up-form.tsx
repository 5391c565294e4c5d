// Shows the form of signing up, with a password or a passkey.
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import type { Field, Model } from '#shared/model/model.ts'
import type { SignUpResponse } from '#shared/protocol/sign-ups.ts'
import { useSignUp, useSignUpWithPasskey } from '../../data/account/sign-up.ts'
import { fieldLabel } from '../../data/field-label.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { sayValueError } from '../../data/value-error.ts'
import { fieldEditor } from '../../fields/edit/field-editor.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { NewPasswordInput } from '../new-password-input.tsx'
import { errorOfField } from '../field-error.ts'
import { useErrorFocus } from '../use-error-focus.ts'
import { describeClient } from '../session-list.tsx'
import { say } from '../../words/say.ts'

interface Values {
  readonly [field: string]: unknown
}

interface Props {
  readonly invitation: string | null
  /** Nobody is signed in yet. */
  readonly onAsked: (next: SignUpResponse['next'], email: string) => void
}

export function SignUpForm({ invitation, onAsked }: Props) {
  const { signIn: ways, sendsMail, signUpApproved } = useKnownSession()
  const offers = (kind: 'password' | 'passkey') => ways.some((way) => way.kind === kind)
  const [byPasskey, setByPasskey] = useState(!offers('password'))
  const byPassword = useSignUp()
  const withPasskey = useSignUpWithPasskey()
  const signUp = byPasskey ? withPasskey : byPassword
  const form = useErrorFocus(signUp.error)
  const model = useModel()
  const others = requiredOfPeople(model)
  const [values, setValues] = useState<Values>({})
  const names = ['name', 'email', 'password', ...others.map((field) => field.name.identifier)]
  const set = (field: string, value: unknown) => {
    setValues((before) => ({ ...before, [field]: value }))
    setUnread(new Map([...unread].filter(([name]) => name !== field)))
  }
  const [unread, setUnread] = useState<ReadonlyMap<string, string>>(new Map())
  const errorOf = (field: string) => unread.get(field) ?? errorOfField(signUp.error, field)
  const line = (field: string) => ({
    name: field,
    required: true,
    withAsterisk: false,
    value: String(values[field] ?? ''),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => set(field, event.currentTarget.value),
    error: errorOf(field),
  })
  const send = () => {
    const wrong = others.flatMap((field) => {
      const message = sayValueError(model, field, values[field.name.identifier] ?? null)
      return message === undefined ? [] : [[field.name.identifier, message] as const]
    })
    setUnread(new Map(wrong))
    if (wrong.length > 0) return
    const { password, ...person } = values
    const fields = { ...person, ...(invitation ? { invitation } : {}) }
    const then = {
      onSuccess: (next: SignUpResponse['next'] | null) => next && onAsked(next, String(values['email'] ?? '')),
    }
    if (byPasskey) withPasskey.mutate({ name: describeClient({ client: navigator.userAgent }), fields }, then)
    else byPassword.mutate({ ...fields, password }, then)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="md">
        {signUp.error && !names.some((field) => errorOf(field)) && <RefusalNote error={signUp.error} onRetry={send} />}
        <TextInput label={say('Name')} autoComplete="name" {...line('name')} />
        <TextInput label={say('Email')} type="email" autoComplete="username" {...line('email')} />
        {others.map((field) => (
          <OtherField
            key={field.name.identifier}
            field={field}
            value={values[field.name.identifier]}
            onChange={(value) => set(field.name.identifier, value)}
            error={errorOf(field.name.identifier)}
          />
        ))}
        {!byPasskey && <NewPasswordInput label={say('Password')} {...line('password')} />}
        {!invitation && (sendsMail || signUpApproved) && (
          <Text size="sm" c="dimmed">
            {signUpApproved
              ? say('An administrator has to approve your account first.')
              : say('We send you a link, to make sure that the address is yours.')}
          </Text>
        )}
        <Button type="submit" loading={signUp.isPending} fullWidth size="md">
          {byPasskey ? say('Sign up with a passkey') : say('Sign up')}
        </Button>
        {offers('passkey') && offers('password') && (
          <Text size="sm" ta="center">
            <Anchor component="button" type="button" onClick={() => setByPasskey(!byPasskey)} underline="always">
              {byPasskey ? say('Use a password instead') : say('Use a passkey instead of a password')}
            </Anchor>
          </Text>
        )}
      </Stack>
    </form>
  )
}

interface OtherProps {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error: string | undefined
}

function OtherField({ field, value, onChange, error }: OtherProps) {
  const { Edit } = fieldEditor(field.type.kind)
  if (!Edit) return null
  return (
    <Edit
      id={`sign-up-${field.name.identifier}`}
      label={fieldLabel(field)}
      description={field.meaning || undefined}
      required
      value={value ?? null}
      onChange={onChange}
      error={error}
      field={field}
    />
  )
}

const ALWAYS = new Set(['name', 'email', 'picture', 'roles', 'active'])

/** Lists the fields of `Person` that the document requires of everybody. */
function requiredOfPeople(model: Model): readonly Field[] {
  const fields = [...(model.entities.get('Person')?.fields.values() ?? [])]
  return fields.filter(
    (field) => field.required === true && !field.default && !field.standard && !ALWAYS.has(field.name.identifier),
  )
}
