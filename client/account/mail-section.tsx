// Shows which notifications the person gets by mail too, and switches them on and off.
import { Stack, Switch, Text, Title } from '@mantine/core'
import { useChooseMail, useMailChoices, useMailOnItsWay } from '../data/account/mail-choices.ts'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { say } from '../words/say.ts'
import classes from './account-card.module.css'

/** Shows nothing where this application sends no mail, or notifies of nothing. */
export function MailSection() {
  const choices = useMailChoices()
  const choose = useChooseMail()
  const onItsWay = useMailOnItsWay()
  const { data, error } = choices
  if (!error && (!data?.isMailSent || data.items.length === 0)) return null
  return (
    <div className={`card ${classes['own']}`}>
      <section aria-labelledby="mail">
        <Title order={2} id="mail" mb="xs">
          {say('Mail')}
        </Title>
        {error && <RefusalNote error={error} onRetry={() => void choices.refetch()} />}
        {choose.error && <RefusalNote error={choose.error} />}
        <Text size="sm" c="dimmed" mb="sm">
          {say('Everything appears in your inbox. Also send me by email:')}
        </Text>
        <Stack gap="xs">
          {data?.items.map(({ kind, label, mail }) => (
            <Switch
              key={kind}
              label={label}
              checked={onItsWay.get(kind) ?? mail}
              onChange={(event) => choose.mutate({ kind, mail: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      </section>
    </div>
  )
}
