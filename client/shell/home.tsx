// Shows the actor's first screen at `/`, or the about page.
import { Navigate } from 'react-router-dom'
import { firstPath } from '../data/visible-screens.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { capitalise } from '../ui/word-badge.tsx'
import { About } from '../screens/standard/about.tsx'

export function Home() {
  const model = useModel()
  const first = firstPath(model, useKnownSession())
  return first && first !== '/' ? <Navigate to={first} replace /> : <About title={capitalise(model.name)} />
}
