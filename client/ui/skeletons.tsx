// Shows placeholders of content while it loads.
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { say } from '../words/say.ts'

const WIDTHS = ['72%', '54%', '64%', '48%', '69%', '58%', '61%', '52%']

export function ListSkeleton({ rows = 8 }: { readonly rows?: number }) {
  return (
    <Stack gap={0} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <Group key={index} gap="lg" px="md" py="sm" wrap="nowrap">
          <Skeleton height={12} width={80} />
          <Skeleton height={12} width={WIDTHS[index % WIDTHS.length] ?? '60%'} />
          <Skeleton height={12} width={64} visibleFrom="sm" />
          <Skeleton height={12} width={96} visibleFrom="sm" />
        </Group>
      ))}
    </Stack>
  )
}

export function PageSkeleton() {
  return (
    <Stack gap="lg" aria-hidden="true">
      <Skeleton height={26} width={240} />
      <Skeleton height={14} width="60%" />
      <Skeleton height={220} radius="lg" />
    </Stack>
  )
}

/** Tells those who do not see the shapes; without a network nothing is on its way. */
export function Loading({ children }: { readonly children: React.ReactNode }) {
  const { online } = useNetwork()
  if (!online) {
    return (
      <Text role="status" c="dimmed" size="sm" p="md">
        {say('Not loaded yet. It will load when the connection is back.')}
      </Text>
    )
  }
  return (
    <div role="status" aria-busy="true">
      <span className="unseen">{say('Loading …')}</span>
      {children}
    </div>
  )
}
