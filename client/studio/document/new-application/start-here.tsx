// Leads an author whose document says nothing yet to their first step.
import { EmptyState } from '../../../ui/empty-state.tsx'
import { say } from '../../../words/say.ts'
import { NewApplicationButton } from './new-application-button.tsx'

export function StartHere({ onChoose }: { readonly onChoose: (text: string) => void }) {
  return (
    <section className="card" style={{ marginBottom: '1.5rem' }} aria-label={say('First step')}>
      <EmptyState icon="form" title={say('This application is still empty.')}>
        {say('Begin with the empty nine points, or with a document that is close to what you need, and change it.')}
        <div>
          <NewApplicationButton isPrimary hasDraft={false} onChoose={onChoose} />
        </div>
      </EmptyState>
    </section>
  )
}
