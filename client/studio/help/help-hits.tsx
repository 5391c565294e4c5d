// Lists what the search of the help found.
import { Link } from 'react-router-dom'
import { EmptyState } from '../../ui/empty-state.tsx'
import { HELP_PAGES } from './help-pages.ts'
import { say, sayCount } from '../../words/say.ts'
import classes from './help.module.css'
import { helpPath } from './read-sections.ts'
import type { HelpHit, Piece } from './search-help.ts'

export function HelpHits({ hits }: { readonly hits: readonly HelpHit[] }) {
  return (
    <>
      <p className="unseen" role="status">
        {hits.length === 0
          ? say('Nothing was found')
          : sayCount(hits.length, '{count} section found', '{count} sections found')}
      </p>
      {hits.length === 0 ? (
        <EmptyState icon="search" title={say('Nothing was found.')}>
          {say('Try fewer or different words. The pages are in English.')}
        </EmptyState>
      ) : (
        <ul className={`card ${classes['hits']}`} lang="en">
          {hits.map(({ section, title, excerpt }) => (
            <li key={`${section.page} ${section.anchor}`}>
              <Link to={helpPath(section.page, section.anchor)} data-hit>
                <span className={classes['place']}>{placeOf(section.page, section.within)}</span>
                <strong>
                  <Pieces pieces={title} />
                </strong>
                <span className={classes['excerpt']}>
                  <Pieces pieces={excerpt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function placeOf(page: string, within: string): string {
  const title = HELP_PAGES.find(({ key }) => key === page)?.title ?? page
  return within === '' ? title : `${title} › ${within}`
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- a piece is its place
  return pieces.map(({ text, isFound }, at) => (isFound ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))
}
