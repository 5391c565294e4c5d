// Asks on which data a draft is tried, and starts the trial.
import { Alert, Anchor, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { TrialData } from '#shared/protocol/trial.ts'
import { TRIAL_PATH } from '#shared/protocol/trial.ts'
import { useStartTrial, useTrial } from '../../data/administration/trial.ts'
import { useModel } from '../../data/spec.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ExactTime } from '../../ui/relative-time.tsx'
import { sayWith } from '../../words/say-with.tsx'
import { say } from '../../words/say.ts'

export interface TryDialogProps {
  readonly text: string
  /** The text has errors, as far as it was checked. */
  readonly isWrong: boolean
  readonly onClose: () => void
}

export function TryDialog({ text, isWrong, onClose }: TryDialogProps) {
  const { administratorsReadData } = useModel().accountPolicy
  const [data, setData] = useState<TrialData>(administratorsReadData ? 'copy' : 'empty')
  const running = useTrial().data
  const start = useStartTrial()
  // The page is left for the trial: until then the button stays as it is.
  const isStarting = start.isPending || start.isSuccess
  return (
    <Dialog opened onClose={onClose} title={say('Try the draft')} size="lg">
      <Stack gap="md">
        <Text size="sm">
          {say(
            'It runs beside the published application for an hour, and only you can open it. Mail and webhooks are shown to you and sent to nobody; nothing in it changes the real data.',
          )}
        </Text>
        <Radio.Group label={say('Start with')} value={data} onChange={setData}>
          <Stack gap="sm" mt="xs">
            <Radio
              value="copy"
              label={say('A copy of the data')}
              disabled={!administratorsReadData}
              description={
                administratorsReadData
                  ? say('As it is now. You can continue as anybody but another administrator; the audit log says so.')
                  : say('The document in force does not let administrators read data.')
              }
            />
            <Radio
              value="sample"
              label={say('The sample data')}
              description={say('The sample beside the document’s file, with its people.')}
            />
            <Radio
              value="empty"
              label={say('Nothing')}
              description={say('Only you, and a test person for each role.')}
            />
          </Stack>
        </Radio.Group>
        {isWrong && (
          <Alert color="red" role="alert">
            {say('The text has errors and can’t run. Please correct them first.')}
          </Alert>
        )}
        {running && (
          <Alert color="yellow">
            {sayWith('Your trial until {time} ends when you start another. {link}', {
              time: <ExactTime iso={running.endsAt} />,
              link: (
                <Anchor href={`${TRIAL_PATH}/`} inherit underline="always">
                  {say('Continue it')}
                </Anchor>
              ),
            })}
          </Alert>
        )}
        {start.error && <RefusalNote error={start.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button disabled={isWrong} loading={isStarting} onClick={() => start.mutate({ text, data })}>
            {say('Start the trial')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
