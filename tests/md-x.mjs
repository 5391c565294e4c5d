import { micromark } from 'micromark'
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from 'micromark-extension-gfm-autolink-literal'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
const r = (t) =>
  micromark(t, {
    extensions: [gfmTable(), gfmAutolinkLiteral()],
    htmlExtensions: [gfmTableHtml(), gfmAutolinkLiteralHtml()],
  })
const kinds = {
  emph: '*a* ',
  open: '*a ',
  under: '_a ',
  strongopen: '**a ',
  mix: '*a_b ',
  br: '[',
  brc: '[a](',
  img: '![',
  link: '[a](b) ',
  code: '`a ',
  ticks: '` ',
  lt: '<a ',
  amp: '&amp;',
  http: 'http://a.b/c ',
  www: 'www.',
  at: 'a@',
  email: 'a@b.c ',
  quote: '> ',
  list: '- ',
  nest: '- - ',
  tilde: '~~a ',
  esc: '\\*',
  refs: '[a]: b\n',
  tablerow: '|a|b|c|\n',
  tablecells: '|a',
  hr: '***\n',
  heading: '# a\n',
  paren: '((',
  endparen: 'http://a)))',
  dots: 'www.a.....',
  us: 'a_@b_.c',
  lists: '1. a\n',
  html: '<!-- ',
  p: 'a\n\n',
  tabs: '\t',
  nbsp: '\u00a0',
  refuse: '[a][b] ',
}
for (const [k, u] of Object.entries(kinds)) {
  const out = []
  for (const n of [2000, 4000, 8000]) {
    let t = u.repeat(Math.ceil(n / u.length))
    if (k.startsWith('table'))
      t =
        k === 'tablecells'
          ? u.repeat(n / 2) + '|\n' + '|-'.repeat(n / 2) + '|\n' + '|a'.repeat(n / 2)
          : '|a|b|c|\n|-|-|-|\n' + t
    const s = process.cpuUsage()
    let e = ''
    try {
      r(t)
    } catch (x) {
      e = String(x).slice(0, 40)
    }
    out.push(((process.cpuUsage(s).user / 1e3) | 0) + e)
  }
  console.log(k, out.join(' '))
}
