// Shows the purpose of the application, its audiences and its unknowns.
import { Anchor, Button, List, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Model, Unknown } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import { isOpenQuestion } from '#shared/points/open-question.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { Markdown } from '../../ui/text/markdown.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { labelFor } from '#shared/text/label.ts'
import { POINT_NAMES } from '../../data/point-names.ts'
import { say, sayCount } from '../../words/say.ts'
import classes from './about.module.css'

export function About({ title }: { readonly title?: string }) {
  const model = useModel()
  const { administrator } = useKnownSession()
  return (
    <div className={classes['page']}>
      <PageHead title={title ?? say('About {name}', { name: model.name })} prose={model.introduction} />
      <Stack gap="xl">
        {isShown(model.product) ? (
          <ProductPart product={model.product} />
        ) : (
          <Text>{say('What it does and for whom is not known yet.')}</Text>
        )}
        {administrator && !model.entitiesShown && (
          <div>
            <Button component={Link} to="/studio">
              {say('Write the document in the studio')}
            </Button>
          </div>
        )}
        <Unknowns model={model} />
        <OpenQuestions model={model} />
        <Text size="sm">
          <Anchor href="/licenses.md">{say('Licenses of the software in these pages')}</Anchor>
        </Text>
      </Stack>
    </div>
  )
}

function ProductPart({ product }: { readonly product: Exclude<Model['product'], { readonly notShown: true }> }) {
  return (
    <section aria-labelledby="purpose">
      <Title order={2} id="purpose" mb="xs">
        {say('What it does and for whom')}
      </Title>
      <Markdown text={product.prose.map((each) => each.markdown).join('\n\n')} />
      {product.audiences.length > 0 && (
        <Table mt="md" verticalSpacing="sm" className={classes['audiences'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('Who')}</Table.Th>
              <Table.Th>{say('Uses it to')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {product.audiences.map((each) => (
              <Table.Tr key={each.audience}>
                <Table.Th scope="row">{each.audience}</Table.Th>
                <Table.Td>{each.comesTo}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

function Unknowns({ model }: { readonly model: Model }) {
  const known = POINT_NAMES.filter(({ point }) => !model.pointsNotShown.includes(point))
  const single = model.unknowns.filter((unknown) => !model.pointsNotShown.includes(unknown.point))
  if (model.unknowns.length === 0 && model.pointsNotShown.length === 0) return null
  return (
    <section aria-labelledby="unknown">
      <Title order={2} id="unknown" mb="xs">
        {say('What isn’t known yet')}
      </Title>
      <Text mb="md" maw="68ch">
        {say(
          'This application is built from a document and does only what the document says. The document doesn’t cover the following yet, and nothing was guessed.',
        )}
      </Text>
      <div className={classes['columns']}>
        <div className={`card ${classes['box']}`}>
          <Title order={3} mb="xs">
            {say('Missing')}
          </Title>
          <List size="sm" spacing={6}>
            {POINT_NAMES.filter(({ point }) => model.pointsNotShown.includes(point)).map(({ point, name }) => (
              <List.Item key={point}>
                {name}
                <Note>{say('point {point}', { point })}</Note>
              </List.Item>
            ))}
            {single.map((unknown) => (
              <UnknownItem key={`${unknown.point} ${unknown.name}`} unknown={unknown} />
            ))}
          </List>
        </div>
        {model.pointsNotShown.length > 0 && known.length > 0 && (
          <div className={`card ${classes['box']}`}>
            <Title order={3} mb="xs">
              {say('Known')}
            </Title>
            <List size="sm" spacing={6}>
              {known.map(({ point, name }) => (
                <List.Item key={point}>
                  {name}
                  {single.some((unknown) => unknown.point === point) && <Note>{say('in part')}</Note>}
                </List.Item>
              ))}
            </List>
          </div>
        )}
      </div>
    </section>
  )
}

/** The model has the questions of the document only for those who may read it. */
function OpenQuestions({ model }: { readonly model: Model }) {
  const open = model.questions.filter(isOpenQuestion)
  if (open.length === 0) return null
  return (
    <section aria-labelledby="open-questions">
      <Title order={2} id="open-questions" mb="xs">
        <Anchor component={Link} to="/studio#questions" inherit>
          {sayCount(open.length, '{count} open question', '{count} open questions')}
        </Anchor>
      </Title>
      <List spacing={6} className="wraps">
        {open.map(({ line, text, owner }) => (
          <List.Item key={line}>
            {text}
            {owner !== undefined && <Note>{owner}</Note>}
          </List.Item>
        ))}
      </List>
    </section>
  )
}

function UnknownItem({ unknown }: { readonly unknown: Unknown }) {
  return (
    <List.Item>
      {labelFor(unknown.name)}
      <Note>{say('point {point}', { point: unknown.point })}</Note>
    </List.Item>
  )
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text span c="dimmed" size="sm">
      {' '}
      ({children})
    </Text>
  )
}
