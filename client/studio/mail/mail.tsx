// Shows mail that could not be sent, and sends a test mail.
import { Button, Text } from '@mantine/core'
import { useAdministrationRequest } from '../../data/administration/administration.ts'
import { useUnsentMail } from '../../data/administration/pending.ts'
import { RefusalOrReauthentication } from '../../account/reauthentication/refusal-or-reauthentication.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StudioHead } from '../studio-head.tsx'
import { UnsentMail } from './unsent-mail.tsx'
import { say } from '../../words/say.ts'

export function MailPage() {
  const { data } = useUnsentMail()
  const test = useAdministrationRequest()
  const send = () => test.mutate({ method: 'POST', path: '/api/system/mail/test', body: {} })
  return (
    <>
      <StudioHead title={say('Mail')}>
        <Button variant="default" loading={test.isPending} onClick={send}>
          {say('Send a test mail to me')}
        </Button>
      </StudioHead>
      {Boolean(test.error) && <RefusalOrReauthentication error={test.error} onProven={send} onGiveUp={test.reset} />}
      <Text role="status" size="sm" mb="sm">
        {test.isSuccess ? say('A test message is on its way to you. If it fails, it is listed here.') : ''}
      </Text>
      <UnsentMail />
      {data?.length === 0 && (
        <EmptyState icon="inbox" title={say('All mail was sent.')}>
          <Text c="dimmed" size="sm">
            {say('Messages that could not be sent are listed here, with the answer of the mail server.')}
          </Text>
        </EmptyState>
      )}
    </>
  )
}
