// Shows the document with numbered lines and remarks beside them.
import { Text, Title } from '@mantine/core'
import { memo, useEffect, useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { say } from '../../words/say.ts'
import { AlsoIn } from './also-in.tsx'
import classes from './document-text.module.css'
import shared from './document.module.css'
import type { Remark } from './document-remarks.ts'
import { readRemarks } from './document-remarks.ts'
import { QuestionList } from './question-list.tsx'

export function DocumentText({ text }: { readonly text: string }) {
  const { lines, unknowns, questions, notes } = useMemo(() => readRemarks(text), [text])
  const remarked = useMemo(
    () => new Set([...unknowns, ...notes].flatMap(({ line, others = [] }: Remark) => [line, ...others])),
    [unknowns, notes],
  )
  const { hash } = useLocation()
  const chosen = Number(/^#L(\d+)$/.exec(hash)?.[1] ?? 0)
  const isAboutQuestions = hash === '#questions'
  useEffect(() => {
    if (chosen > 0) document.getElementById(`L${chosen}`)?.scrollIntoView({ block: 'center' })
    else if (isAboutQuestions) document.getElementById('questions')?.scrollIntoView({ block: 'start' })
  }, [chosen, isAboutQuestions])
  return (
    <div className={shared['columns']}>
      <aside className={`${shared['beside']} ${classes['aside']}`} aria-label={say('About the document')}>
        <RemarkList id="unknowns" title={say('Not written yet')} remarks={unknowns} none={say('Nothing is missing.')} />
        {questions.length > 0 && <QuestionList questions={questions} />}
        <RemarkList id="notes" title={say('Notes')} remarks={notes} none={say('No notes.')} />
      </aside>
      <ol className={`card ${classes['lines']}`} aria-label={say('Lines of the document')}>
        {lines.map((line, index) => (
          <Line
            // oxlint-disable-next-line react/no-array-index-key -- a line is its number
            key={index}
            number={index + 1}
            text={line}
            isChosen={chosen === index + 1}
            isRemarked={remarked.has(index + 1)}
          />
        ))}
      </ol>
    </div>
  )
}

interface LineProps {
  readonly number: number
  readonly text: string
  readonly isChosen: boolean
  readonly isRemarked: boolean
}

const Line = memo(function Line({ number, text, isChosen, isRemarked }: LineProps) {
  return (
    <li
      id={`L${number}`}
      className={classes['line']}
      aria-current={isChosen ? 'location' : undefined}
      data-remarked={isRemarked || undefined}
      data-heading={/^#{1,3} /.test(text) || undefined}
    >
      {/* Out of the order of tabs: hundreds of numbers are no way to walk. */}
      <Link
        to={`#L${number}`}
        replace
        tabIndex={-1}
        aria-label={say('Line {line}', { line: String(number) })}
        className={classes['number'] ?? ''}
      >
        {number}
      </Link>
      <code className={classes['text']}>{text}</code>
    </li>
  )
})

interface ListProps {
  readonly id: string
  readonly title: string
  readonly remarks: readonly Remark[]
  readonly none: string
}

function RemarkList({ id, title, remarks, none }: ListProps) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} fz="h4" mb="xs">
        {title}
        {remarks.length > 0 && <span className={classes['count']}> {remarks.length}</span>}
      </Title>
      {remarks.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      <ul className={shared['remarks']}>
        {remarks.map((remark) => (
          <li key={`${remark.line} ${remark.text}`}>
            <Link to={`#L${remark.line}`} replace>
              {say('Line {line}', { line: String(remark.line) })}
            </Link>
            <span>{remark.text}</span>
            {remark.hint && <span className={shared['hint']}>{remark.hint}</span>}
            <AlsoIn lines={remark.others ?? []} />
          </li>
        ))}
      </ul>
    </section>
  )
}
