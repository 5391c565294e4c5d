// Renders the one HTML page: the built index with a CSP nonce, or a bare page without a build.
import { randomBytes } from 'node:crypto'
import { escapeHtml } from './prose-html.ts'

export interface HtmlPage {
  readonly status: number
  readonly title: string
  /** A sentence on the application, as text. */
  readonly description: string
  readonly language: string
  /** HTML for readers without scripts. */
  readonly body: string
}

export interface PageTemplate {
  render(page: HtmlPage): { readonly html: string; readonly nonce: string }
}

/** `built`: the client's index.html; undefined: nothing is built. */
export function createTemplate(built: string | undefined): PageTemplate {
  const standIn = built === undefined ? undefined : (NONCE.exec(built)?.[1] ?? undefined)
  return {
    render(page) {
      const nonce = randomBytes(16).toString('base64url')
      const source = standIn === undefined ? (built ?? BARE) : (built ?? '').replaceAll(standIn, nonce)
      const html = source
        .replace(/<html\b[^>]*>/, () => `<html lang="${escapeHtml(page.language)}" data-status="${page.status}">`)
        .replace(
          /(<meta name="description" content=")[^"]*/,
          (_all, start: string) => start + escapeHtml(page.description),
        )
        .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(page.title)}</title>`)
        .replace(/<noscript>[\s\S]*?<\/noscript>|(?=<\/body>)/, () => `<noscript>${page.body}</noscript>`)
      return { html, nonce }
    },
  }
}

/** Vite marks the place with `<meta property="csp-nonce" nonce="…">`. */
const NONCE = /<meta[^>]*\bproperty="csp-nonce"[^>]*\bnonce="([^"]+)"/

const BARE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title></title>
</head>
<body>
<noscript></noscript>
</body>
</html>
`
