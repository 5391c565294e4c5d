// Lists the questions of a document by point, the open ones and the settled ones, each with its line.
import { Badge, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { DocumentQuestion } from '#shared/model/model.ts'
import { isOpenQuestion } from '#shared/points/open-question.ts'
import { POINT_NAMES } from '../../data/point-names.ts'
import { usePrinting } from '../../fields/use-printing.ts'
import { say, sayCount } from '../../words/say.ts'
import shared from './document.module.css'

interface Props {
  readonly questions: readonly DocumentQuestion[]
  /** Goes to a line of the text in the editor; absent: the lines are on the page. */
  readonly onLine?: (line: number) => void
}

export function QuestionList({ questions, onLine }: Props) {
  const open = questions.filter(isOpenQuestion).length
  return (
    <section aria-labelledby="questions">
      <Title order={2} id="questions" fz="h4" mb="xs">
        {say('Questions')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {open === 0 ? say('All are settled.') : sayCount(open, '{count} open question', '{count} open questions')}
      </Text>
      {POINT_NAMES.map(({ point, name }) => {
        const asked = questions.filter((each) => each.point === point)
        return (
          asked.length > 0 && (
            <section key={point} aria-labelledby={`questions-${point}`}>
              <Title order={3} id={`questions-${point}`} fz="sm" my="xs">
                {`${point}. ${name}`}
              </Title>
              <ul className={shared['remarks']}>
                {asked.map((question) => (
                  <QuestionItem key={question.line} question={question} onLine={onLine} />
                ))}
              </ul>
            </section>
          )
        )
      })}
    </section>
  )
}

interface ItemProps extends Pick<Props, 'onLine'> {
  readonly question: DocumentQuestion
}

function QuestionItem({ question, onLine }: ItemProps) {
  const { line, text, owner, asked, answer, answered } = question
  const { formatters } = usePrinting()
  const isOpen = isOpenQuestion(question)
  return (
    <li>
      {onLine === undefined ? (
        <Link to={`#L${line}`} replace>
          {say('Line {line}', { line: String(line) })}
        </Link>
      ) : (
        <button type="button" onClick={() => onLine(line)}>
          {say('Line {line}', { line: String(line) })}
        </button>
      )}
      <span>{text}</span>
      {answer !== undefined && <span>{say('Answer: {answer}', { answer })}</span>}
      {owner !== undefined && <span className={shared['hint']}>{say('Owner: {owner}', { owner })}</span>}
      {asked !== undefined && (
        <span className={shared['hint']}>{say('Asked on {day}', { day: formatters.date(asked) })}</span>
      )}
      {answered !== undefined && (
        <span className={shared['hint']}>{say('Answered on {day}', { day: formatters.date(answered) })}</span>
      )}
      <Badge variant="default" mt={4}>
        {isOpen ? say('Open question') : say('Settled')}
      </Badge>
    </li>
  )
}
