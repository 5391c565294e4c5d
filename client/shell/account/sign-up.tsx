// Signing up, where the document leaves it open or an invitation is at hand; errors stand at their fields.
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import type { Field, Model } from '#shared/model/model.ts'
import { localPath } from '#shared/protocol/local-path.ts'
import { Refusal } from '../../data/api.ts'
import { fieldLabel } from '../../data/label.ts'
import { useKnownSession, useSignUp } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { fieldView } from '../../fields/registry.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { AccountCard } from './account-card.tsx'
import { useLinkSecret } from './link-secret.ts'

interface Values {
  readonly [field: string]: unknown
}

export function SignUp() {
  const session = useKnownSession()
  const [parameters] = useSearchParams()
  const invitation = useLinkSecret('invitation')
  if (session.person) return <Navigate to={localPath(parameters.get('next'))} replace />
  if (session.signUp !== 'open' && !invitation) {
    return (
      <AccountCard title="Sign up">
        <Text>Accounts are given by invitation. Please ask those who run this application.</Text>
      </AccountCard>
    )
  }
  return <SignUpForm invitation={invitation} query={parameters.toString()} />
}

function SignUpForm({ invitation, query }: { readonly invitation: string | null; readonly query: string }) {
  const signUp = useSignUp()
  const others = requiredOfPeople(useModel())
  const [values, setValues] = useState<Values>({})
  const names = ['name', 'email', 'password', ...others.map((field) => field.name.identifier)]
  const set = (field: string, value: unknown) => setValues((before) => ({ ...before, [field]: value }))
  const errorAt = (field: string): string | undefined => {
    const errors = signUp.error instanceof Refusal ? signUp.error.problem.errors : []
    return errors.find((each) => each.field === field)?.message
  }
  const line = (field: string) => ({
    name: field,
    required: true,
    withAsterisk: false,
    value: String(values[field] ?? ''),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => set(field, event.currentTarget.value),
    error: errorAt(field),
  })
  const send = () => signUp.mutate({ ...values, ...(invitation ? { invitation } : {}) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <AccountCard title={invitation ? 'You are invited' : 'Sign up'}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {signUp.error && !names.some((field) => errorAt(field)) && (
            <RefusalNote error={signUp.error} onRetry={send} />
          )}
          <TextInput label="Name" autoComplete="name" {...line('name')} />
          <TextInput label="E-mail" type="email" autoComplete="username" {...line('email')} />
          {others.map((field) => (
            <OtherField
              key={field.name.identifier}
              field={field}
              value={values[field.name.identifier]}
              onChange={(value) => set(field.name.identifier, value)}
              error={errorAt(field.name.identifier)}
            />
          ))}
          <PasswordInput
            label="Password"
            description="A sentence is easier to remember than a riddle: long is what counts."
            autoComplete="new-password"
            {...line('password')}
          />
          <Button type="submit" loading={signUp.isPending} fullWidth size="md">
            Sign up
          </Button>
          <Text size="sm" ta="center">
            Already have an account?{' '}
            <Anchor component={Link} to={`/sign-in?${query}`} underline="always">
              Sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </AccountCard>
  )
}

interface OtherProps {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error: string | undefined
}

function OtherField({ field, value, onChange, error }: OtherProps) {
  const { Edit } = fieldView(field.type.kind)
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

/** What the document wants to know of everybody. */
function requiredOfPeople(model: Model): readonly Field[] {
  const fields = [...(model.entities.get('Person')?.fields.values() ?? [])]
  return fields.filter(
    (field) => field.required === true && !field.default && !field.standard && !ALWAYS.has(field.name.identifier),
  )
}
