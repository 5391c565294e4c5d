// Shows a help page, a section at a time, each with a link to itself.
import { memo, useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Markdown } from '../../ui/text/markdown.tsx'
import type { HelpPage } from './help-pages.ts'
import classes from './help.module.css'
import { helpPath } from './read-sections.ts'
import type { HelpSection } from './read-sections.ts'

export function HelpText({ page }: { readonly page: HelpPage }) {
  const { hash, key } = useLocation()
  useEffect(() => {
    const section = hash === '' ? null : document.getElementById(hash.slice(1))
    section?.scrollIntoView()
    // Where one goes on with the keyboard.
    section?.focus({ preventScroll: true })
    // The key is another one for each link that was followed, also for the same link again.
  }, [page, hash, key])
  return (
    <div className={classes['text']} lang="en">
      {page.sections.map((section) => (
        <Section
          key={section.anchor}
          section={section}
          isChosen={section.anchor !== '' && hash === `#${section.anchor}`}
        />
      ))}
    </div>
  )
}

interface SectionProps {
  readonly section: HelpSection
  readonly isChosen: boolean
}

const Section = memo(function Section({ section: { page, anchor, level, title, body }, isChosen }: SectionProps) {
  if (level === 1) return <Markdown text={body} />
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section>
      <Heading id={anchor} tabIndex={-1} data-autofocus={isChosen || undefined}>
        {title} {/* For the pointer; the contents lead there too. */}
        <Link to={helpPath(page, anchor)} className={classes['own'] ?? ''} tabIndex={-1} aria-hidden>
          #
        </Link>
      </Heading>
      <Markdown text={body} />
    </section>
  )
})
