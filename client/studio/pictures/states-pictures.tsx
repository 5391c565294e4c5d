// Shows the states of each workflow as a diagram, and the same as lists.
import { Title } from '@mantine/core'
import { useId, useMemo } from 'react'
import type { StatePicture, WorkflowPicture } from '#shared/pictures/pictures.ts'
import { labelOfName } from '../../data/field-label.ts'
import { useGrowingCount } from '../../ui/use-growing-count.ts'
import { say } from '../../words/say.ts'
import { Diagram } from './diagram/diagram.tsx'
import { useLayout } from './diagram/use-layout.ts'
import { diagramOfStates } from './diagram-of-states.ts'
import { FactList } from './fact-list.tsx'
import classes from './pictures.module.css'
import { sayStep } from './say-picture.ts'

/** Drawn at once; the others follow while the page answers. */
const AT_ONCE = 2

export function StatesPictures({ workflows }: { readonly workflows: readonly WorkflowPicture[] }) {
  const count = useGrowingCount(workflows.length, AT_ONCE)
  return workflows.slice(0, count).map((workflow) => <StatesPicture key={workflow.key} workflow={workflow} />)
}

function StatesPicture({ workflow }: { readonly workflow: WorkflowPicture }) {
  const id = useId()
  const drawing = useLayout(useMemo(() => diagramOfStates(workflow), [workflow]))
  const name = `${workflow.entity}: ${labelOfName(workflow.field)}`
  const { states, steps } = workflow
  return (
    <section className={classes['picture']} aria-labelledby={id}>
      <Diagram
        drawing={drawing}
        label={say('States of {name}', { name })}
        file={`${workflow.key.toLowerCase().replace('.', '-')}-states`}
      >
        <Title order={2} id={id} fz="h3">
          {name}
        </Title>
      </Diagram>
      <div className={classes['lists']}>
        <FactList
          title={say('States')}
          facts={states.map((state) => ({ key: state.word, text: sayStateWhole(state), line: state.line }))}
        />
        <FactList
          title={say('Transitions')}
          facts={steps.map((step) => ({ key: step.key, text: sayStep(workflow, step), line: step.line }))}
        />
      </div>
    </section>
  )
}

function sayStateWhole({ label, meaning, starts, ends }: StatePicture): string {
  const marks = [starts ? say('start') : '', ends ? say('end') : ''].filter((mark) => mark !== '')
  const named = marks.length === 0 ? label : `${label} (${marks.join(', ')})`
  return meaning === '' ? named : `${named}: ${meaning}`
}
