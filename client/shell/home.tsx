// The page at `/`: the first screen that one may see; where there is none, what is known about the application and what is not.
import { Navigate } from 'react-router-dom'
import { firstPath } from '../data/screens.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { capitalise } from '../ui/word-badge.tsx'
import { About } from './about.tsx'

export function Home() {
  const model = useModel()
  const first = firstPath(model, useKnownSession())
  return first && first !== '/' ? <Navigate to={first} replace /> : <About title={capitalise(model.name)} />
}
