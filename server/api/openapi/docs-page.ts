// Prints the OpenAPI description as one HTML page without scripts, readable offline.
import { randomBytes } from 'node:crypto'
import { pageHeaders } from '../../web/csp-headers.ts'
import { escapeHtml } from '../../web/prose-html.ts'
import type { ApiDescription } from './describe-api.ts'
import type { OpenApiOperation } from './route-operation.ts'

export function printDocs(
  api: ApiDescription,
  requestId: string,
): { readonly html: string; readonly security: readonly string[] } {
  const nonce = randomBytes(16).toString('base64url')
  const sections = api.tags.map(({ name, description }) => {
    const operations = Object.entries(api.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        operation.tags.includes(name) ? [printOperation(method, path, operation)] : [],
      ),
    )
    return `<section><h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${operations.join('')}</section>`
  })
  const { schemas = {} } = api.components as { readonly schemas?: { readonly [name: string]: object } }
  const shapes = Object.entries(schemas).map(
    ([name, schema]) =>
      `<details id="${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`,
  )
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(api.info.title)}: API</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<header><h1>${escapeHtml(api.info.title)}: API</h1><p>${escapeHtml(api.info.description)} The same for programs: <a href="/api/openapi.json">/api/openapi.json</a>.</p></header>
<main>${sections.join('\n')}<section><h2>Shapes</h2>${shapes.join('\n')}</section></main>
<footer><small>${escapeHtml(requestId)}</small></footer>
</body>
</html>
`
  return { html, security: pageHeaders(nonce) }
}

function printOperation(method: string, path: string, operation: OpenApiOperation): string {
  const parameters = (operation.parameters ?? []) as readonly {
    readonly name: string
    readonly in: string
    readonly description?: string
  }[]
  const rows = parameters.map(
    (each) =>
      `<tr><td><code>${escapeHtml(each.name)}</code></td><td>${escapeHtml(each.in)}</td><td>${escapeHtml(each.description ?? '')}</td></tr>`,
  )
  const body = shapeOf(operation.requestBody)
  const answers = Object.entries(operation.responses).map(([status, answer]) => {
    const { description } = answer as { readonly description: string }
    return `<li><b>${escapeHtml(status)}</b> ${escapeHtml(description)} ${shapeOf(answer)}</li>`
  })
  return `<article><h3><span class="method">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code></h3><p>${escapeHtml(operation.summary)}</p>${
    rows.length === 0
      ? ''
      : `<table><thead><tr><th>parameter</th><th>in</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  }${body === '' ? '' : `<p>Body: ${body}</p>`}<ul>${answers.join('')}</ul></article>`
}

/** A link to the shape that a body or an answer has. */
function shapeOf(part: object | undefined): string {
  const name = /"#\/components\/schemas\/([^"]+)"/.exec(JSON.stringify(part ?? {}))?.[1]
  return name === undefined ? '' : `<a href="#${escapeHtml(name)}"><code>${escapeHtml(name)}</code></a>`
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{overflow:auto;padding:1rem;border:1px solid #8884}
article{border-top:1px solid #8884;padding:.5rem 0}h3{margin:.5rem 0;font-size:1.05rem}.method{display:inline-block;min-width:4rem;font-weight:700}
table{border-collapse:collapse;width:100%;font-size:.9em}td,th{text-align:left;padding:.15rem .5rem .15rem 0;vertical-align:top}`
