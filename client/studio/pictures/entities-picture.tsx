// Shows the entities and their relations as a diagram, and the same as lists.
import { Checkbox, Title } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import type { Pictures } from '#shared/pictures/pictures.ts'
import { say } from '../../words/say.ts'
import { Diagram } from './diagram/diagram.tsx'
import { useLayout } from './diagram/use-layout.ts'
import { diagramOfEntities, sayRelation } from './diagram-of-entities.ts'
import { FactList } from './fact-list.tsx'
import classes from './pictures.module.css'

/** More entities are drawn by their names first. */
const MOST_WITH_FIELDS = 12

export function EntitiesPicture({ pictures }: { readonly pictures: Pictures }) {
  const { entities, relations } = pictures
  const id = useId()
  const [hasFields, setFields] = useState(entities.length <= MOST_WITH_FIELDS)
  const drawing = useLayout(useMemo(() => diagramOfEntities(pictures, hasFields), [pictures, hasFields]))
  return (
    <section className={classes['picture']} aria-labelledby={id}>
      <Diagram drawing={drawing} label={say('Entities and their relations')} file="entities">
        <Title order={2} id={id} fz="h3">
          {say('Entities and their relations')}
        </Title>
        <Checkbox
          label={say('With fields')}
          checked={hasFields}
          onChange={(event) => setFields(event.currentTarget.checked)}
        />
      </Diagram>
      <div className={classes['lists']}>
        <FactList
          title={say('Relations')}
          facts={relations.map((relation) => ({
            key: relation.key,
            text: sayRelation(pictures, relation),
            line: relation.line,
          }))}
        />
        {entities.map(({ name, label, line, fields }) => (
          <FactList
            key={name}
            title={label}
            line={line}
            facts={fields.map((field) => ({
              key: field.name,
              text: `${field.label}: ${field.type}`,
              line: field.line,
            }))}
          />
        ))}
      </div>
    </section>
  )
}
