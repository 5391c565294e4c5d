// Catches errors of a screen and offers another try.
import { Button, Container, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Component } from 'react'
import { EmptyState } from './empty-state.tsx'
import { say } from '../words/say.ts'

interface Props {
  readonly children: ReactNode
  /** When it changes, the boundary tries anew. */
  readonly at?: string
}

export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.at !== this.props.at) this.setState({ failed: false })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <Container size="sm" role="alert">
        <EmptyState icon="warning" title={say('This page could not be shown.')}>
          {say('The rest of the application still works. Trying again often helps.')}
          <Group mt="sm">
            <Button variant="default" onClick={() => this.setState({ failed: false })}>
              {say('Try again')}
            </Button>
            <Button variant="subtle" onClick={() => globalThis.location.reload()}>
              {say('Reload page')}
            </Button>
          </Group>
        </EmptyState>
      </Container>
    )
  }
}
