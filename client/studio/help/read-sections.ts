// Divides a help page at its headings; a section has the address that GitHub would give it.

export interface HelpSection {
  /** The page's key. */
  readonly page: string
  /** After the # of its address; empty for the page itself. */
  readonly anchor: string
  /** 1 for the page itself, 2 and 3 for its headings. */
  readonly level: number
  readonly title: string
  /** The title of the section that it stands in; empty where it stands in none. */
  readonly within: string
  /** Markdown, without the heading; its links lead to addresses of this application. */
  readonly body: string
}

export function readSections(page: string, text: string): readonly HelpSection[] {
  const sections: { level: number; title: string; lines: string[] }[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^ *(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    const isBorder = fence === '' ? mark !== '' : mark.startsWith(fence)
    if (isBorder) fence = fence === '' ? mark : ''
    const heading = fence === '' && !isBorder ? /^(#{1,3}) (.+)$/.exec(line) : null
    if (heading) sections.push({ level: heading[1]?.length ?? 1, title: withoutMarks(heading[2] ?? ''), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ level, title, lines }, at) => ({
    page,
    anchor: level === 1 ? '' : anchorOf(title),
    level,
    title,
    within: level < 3 ? '' : (sections.slice(0, at).findLast((each) => each.level === 2)?.title ?? ''),
    body: withLinksHere(page, lines.join('\n').trim()),
  }))
}

/** Makes the anchor of a heading in the way that GitHub does. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

export function helpPath(page: string, anchor = ''): string {
  return `/studio/help/${page}${anchor === '' ? '' : `#${anchor}`}`
}

function withoutMarks(title: string): string {
  return title.replaceAll(/[`*]/g, '')
}

/** Links between the pages lead to where they are shown; what is not served here loses its link. */
function withLinksHere(page: string, body: string): string {
  return body.replaceAll(/\[([^\]\n]+)\]\(([^)\s]+)\)/g, (link, words: string, address: string) => {
    if (/^(?:https?:|\/)/.test(address)) return link
    const other = /^(?:([\w-]+)\.md)?(?:#([\w-]+))?$/.exec(address)
    return other ? `[${words}](${helpPath(other[1] ?? page, other[2])})` : words
  })
}
