// Draws what samples show: covers of the library, screens of the helpdesk's customers. `node tests/documents/sample/make-pictures.ts`
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { sharedBrowser } from '../../browser/browser.ts'

interface Cover {
  readonly title: string
  readonly author: string
  readonly paper: string
  readonly ink: string
  /** SVG in a box of 100 by 150. */
  readonly art: string
}

const COVERS: { readonly [key: string]: Cover } = {
  dune: {
    title: 'Dune',
    author: 'Frank Herbert',
    paper: '#e9a23b',
    ink: '#3a1d0a',
    art: '<circle cx="70" cy="38" r="13" fill="#fbe3a8"/><path d="M0 112 Q30 84 58 104 T100 96 V150 H0Z" fill="#c26a1e"/><path d="M0 128 Q40 104 100 124 V150 H0Z" fill="#8c4312"/>',
  },
  emma: {
    title: 'Emma',
    author: 'Jane Austen',
    paper: '#f3dfe1',
    ink: '#6b2338',
    art: '<ellipse cx="50" cy="92" rx="27" ry="35" fill="#fff" stroke="#6b2338" stroke-width="1.5"/><path transform="translate(0 6)" d="M43 112q-2-12 2-18-7-8-1-18 7-9 15-3 6 5 3 13l3 6-4 1v6q-6 2-5 13z" fill="#6b2338"/>',
  },
  cosmos: {
    title: 'Cosmos',
    author: 'Carl Sagan',
    paper: '#10153a',
    ink: '#f2f0ff',
    art: '<g fill="none" stroke="#8f8cff" stroke-width=".8"><ellipse cx="50" cy="96" rx="44" ry="14"/><ellipse cx="50" cy="96" rx="31" ry="9"/></g><circle cx="50" cy="96" r="8" fill="#ffd36b"/><circle cx="88" cy="90" r="3" fill="#7fd0ff"/><circle cx="24" cy="102" r="2.2" fill="#ff9f80"/><g fill="#fff"><circle cx="15" cy="60" r=".7"/><circle cx="78" cy="64" r=".9"/><circle cx="60" cy="130" r=".7"/><circle cx="30" cy="136" r=".9"/><circle cx="90" cy="126" r=".6"/></g>',
  },
  matilda: {
    title: 'Matilda',
    author: 'Roald Dahl',
    paper: '#ffd84a',
    ink: '#1f3f9b',
    art: '<g transform="translate(50 0)"><rect x="-30" y="124" width="60" height="9" fill="#e4483a"/><rect x="-26" y="114" width="54" height="9" fill="#1f8f6a"/><rect x="-28" y="104" width="50" height="9" fill="#1f3f9b"/><rect x="-22" y="94" width="48" height="9" fill="#e98a2b"/><rect x="-25" y="84" width="46" height="9" fill="#8e3a9b"/></g>',
  },
  gruffalo: {
    title: 'The Gruffalo',
    author: 'Julia Donaldson',
    paper: '#bfe0b0',
    ink: '#24442a',
    art: '<path d="M8 150 20 92l12 58zM70 150l13-66 13 66z" fill="#4c7d4f"/><path d="M28 150q-4-50 22-52 27 2 23 52z" fill="#7a4a22"/><path d="M38 100l-4-11 9 8zM63 100l5-11-10 8z" fill="#f5e9cf"/><circle cx="43" cy="115" r="4" fill="#ff8a1f"/><circle cx="58" cy="115" r="4" fill="#ff8a1f"/>',
  },
  spqr: {
    title: 'SPQR',
    author: 'Mary Beard',
    paper: '#8e1f1f',
    ink: '#f6e7c8',
    art: '<g fill="#f6e7c8"><path d="M18 92 50 76l32 16z"/><rect x="20" y="95" width="60" height="4"/><rect x="24" y="101" width="6" height="30"/><rect x="38" y="101" width="6" height="30"/><rect x="56" y="101" width="6" height="30"/><rect x="70" y="101" width="6" height="30"/><rect x="18" y="133" width="64" height="5"/></g>',
  },
  dracula: {
    title: 'Dracula',
    author: 'Bram Stoker',
    paper: '#17151c',
    ink: '#e63b3b',
    art: '<circle cx="50" cy="94" r="30" fill="#e8e3d5"/><path d="M50 92q6-10 16-9 3 9 22 8-14 5-16 18-10-7-22 3-12-10-22-3-2-13-16-18 19 1 22-8 10-1 16 9z" fill="#17151c"/>',
  },
  walden: {
    title: 'Walden',
    author: 'Henry David Thoreau',
    paper: '#dfe9e4',
    ink: '#234c46',
    art: '<path d="M22 112l28-22 28 22z" fill="#8b5a33"/><rect x="29" y="112" width="42" height="18" fill="#a9764a"/><rect x="45" y="117" width="9" height="13" fill="#4b2f19"/><path d="M0 130h100v20H0z" fill="#6fa3b5"/><path d="M10 130l7-42 7 42zM80 130l6-34 6 34z" fill="#2f6b4f"/>',
  },
  persepolis: {
    title: 'Persepolis',
    author: 'Marjane Satrapi',
    paper: '#d8412f',
    ink: '#fff',
    art: '<path d="M50 76c-22 0-30 20-28 44l4 30h48l4-30c2-24-6-44-28-44z" fill="#151515"/><ellipse cx="50" cy="108" rx="14" ry="18" fill="#fff"/><circle cx="45" cy="106" r="1.7"/><circle cx="55" cy="106" r="1.7"/><path d="M45 117q5 3 10 0" stroke="#151515" stroke-width="1.2" fill="none"/>',
  },
  sapiens: {
    title: 'Sapiens',
    author: 'Yuval Noah Harari',
    paper: '#f5f1e6',
    ink: '#1c1c1c',
    art: '<g fill="none" stroke="#b4512b" stroke-width="1.6"><path d="M30 136q-8-36 6-52 14-14 28 0 14 16 6 52"/><path d="M37 136q-6-30 3-44 10-10 20 0 9 14 3 44"/><path d="M44 136q-3-24 2-35 4-4 8 0 5 11 2 35"/></g>',
  },
  orient: {
    title: 'Murder on the Orient Express',
    author: 'Agatha Christie',
    paper: '#123a4a',
    ink: '#f4d58d',
    art: '<path d="M0 134h100v2H0z" fill="#f4d58d"/><path d="M14 104h46v24H14z" fill="#8c2f39"/><path d="M60 94h22v34H60z" fill="#6d222b"/><rect x="65" y="99" width="12" height="10" fill="#f4d58d"/><rect x="20" y="92" width="8" height="12" fill="#8c2f39"/><g fill="#e9e2cf"><circle cx="24" cy="84" r="5"/><circle cx="33" cy="77" r="6"/><circle cx="45" cy="74" r="7"/></g><g fill="#0c0c0c" stroke="#f4d58d"><circle cx="26" cy="130" r="6"/><circle cx="44" cy="130" r="6"/><circle cx="70" cy="129" r="7"/></g>',
  },
  heidi: {
    title: 'Heidi',
    author: 'Johanna Spyri',
    paper: '#a9dbf5',
    ink: '#7a1f2b',
    art: '<path d="M-6 130 26 82l20 28 18-36 44 56z" fill="#8fa3b8"/><path d="M26 82l8 11-6 4-6-5-5 4zM64 74l9 12-7 5-6-6-7 3z" fill="#fff"/><path d="M0 126q50-20 100 2v22H0z" fill="#5fa15a"/><path d="M40 140l4-14h7l4 14z" fill="#c93a4b"/><circle cx="47.5" cy="122" r="4" fill="#5a3218"/>',
  },
  kontiki: {
    title: 'The Kon-Tiki Expedition',
    author: 'Thor Heyerdahl',
    paper: '#f7e3b5',
    ink: '#123f5c',
    art: '<rect x="48.5" y="80" width="2.5" height="44" fill="#5a3a1d"/><path d="M30 84h40v26H30z" fill="#e8702a"/><path d="M44 96h12v8H44z" fill="#f7e3b5"/><path d="M20 124h60l-5 7H25z" fill="#8a5a2c"/><path d="M0 128q12-6 25 0t25 0 25 0 25 0v22H0z" fill="#1e6f97"/>',
  },
  hound: {
    title: 'The Hound of the Baskervilles',
    author: 'Arthur Conan Doyle',
    paper: '#35404a',
    ink: '#d9f2c4',
    art: '<circle cx="70" cy="84" r="14" fill="#e9efdc"/><path d="M0 132q30-14 60-4t40-4v26H0z" fill="#161b1f"/><path d="M24 130l4-18-6-9 11 3q11-4 20 3l15 2 5-6 1 8-7 6 3 12h-4l-5-10-17 2-6 9h-4l2-10-7 8z" fill="#0b0d0f"/>',
  },
  origin: {
    title: 'On the Origin of Species',
    author: 'Charles Darwin',
    paper: '#e7ecd6',
    ink: '#39431f',
    art: '<g fill="none" stroke="#5f7030" stroke-width="1.7" stroke-linecap="round"><path d="M50 144V116M50 116 32 98M50 116l18-20M32 98 20 84M32 98l6-18M68 96l-6-18M68 96l16-14"/></g><g fill="#c2562d"><circle cx="20" cy="82" r="3"/><circle cx="38" cy="78" r="3"/><circle cx="62" cy="76" r="3"/><circle cx="84" cy="80" r="3"/></g>',
  },
}

const SIZE = { width: 400, height: 600 }

function pageOf({ title, author, paper, ink, art }: Cover): string {
  const size = title.length > 20 ? 42 : title.length > 8 ? 56 : 84
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; width: 400px; height: 600px; overflow: hidden; background: ${paper}; color: ${ink}; position: relative; font-family: 'Liberation Serif', Georgia, serif; }
    svg { position: absolute; inset: 0; width: 100%; height: 100%; }
    h1 { position: relative; margin: 30px 32px 14px; font-size: ${size}px; line-height: 1.02; letter-spacing: -0.01em; }
    p { position: relative; margin: 0 34px; font: 20px 'Liberation Sans', Arial, sans-serif; letter-spacing: 0.04em; }
  </style><svg viewBox="0 0 100 150">${art}</svg><h1>${title}</h1><p>${author}</p>`
}

const WINDOW = `<!doctype html><meta charset="utf-8"><style>
  * { box-sizing: border-box; }
  body { margin: 0; width: 760px; height: 460px; background: #eef1f5; color: #1d2733; font: 15px 'Liberation Sans', Arial, sans-serif; }
  header { height: 44px; display: flex; align-items: center; gap: 8px; padding: 0 14px; background: #dbe1e9; }
  header i { width: 12px; height: 12px; border-radius: 6px; background: #b6c0cc; }
  header span { flex: 1; margin: 0 14px; padding: 5px 14px; border-radius: 14px; background: #fff; color: #667; font-size: 13px; }
  main { padding: 28px 40px; }
  h1 { margin: 0 0 18px; font-size: 22px; }
  .card { padding: 22px; border: 1px solid #d3dae3; border-radius: 10px; background: #fff; }
  .bar { height: 10px; margin: 14px 0 10px; border-radius: 5px; background: linear-gradient(90deg, #2f6fde 99%, #e3e8ef 99%); }
  .wrong { color: #b3261e; font-weight: bold; }
  table { width: 100%; border-collapse: collapse; font-size: 14px; }
  td, th { padding: 9px 12px; border: 1px solid #dde3ea; text-align: left; }
  th { background: #f5f7fa; }
</style>`

const windowOf = (address: string, content: string): string =>
  `${WINDOW}<header><i></i><i></i><i></i><span>${address}</span></header><main>${content}</main>`

const SCREENS: { readonly [name: string]: string } = {
  'upload-stops': windowOf(
    'app.meridian-plan.example/files/upload',
    '<h1>Upload</h1><div class="card"><b>ground-floor-plan-rev-7.dwg</b> · 9.1 MB<div class="bar"></div>99 %<p class="wrong">The upload was interrupted. Please try again.</p></div>',
  ),
  'white-page': windowOf(
    'app.meridian-plan.example/files/offer-2206.pdf',
    '<h1>offer-2206.pdf</h1><div class="card" style="height: 290px"></div>',
  ),
  'calendar-an-hour-late': windowOf(
    'calendar.example/week',
    '<h1>Week 44</h1><table><tr><th></th><th>Monday</th><th>Tuesday</th><th>Wednesday</th></tr><tr><td>09:00</td><td></td><td></td><td></td></tr><tr><td>10:00</td><td style="background:#d9e7ff">Review <b>(should be 09:00)</b></td><td></td><td style="background:#d9e7ff">Kick-off <b>(should be 09:00)</b></td></tr><tr><td>11:00</td><td></td><td style="background:#d9e7ff">Site visit</td><td></td></tr></table>',
  ),
}

const documents = fileURLToPath(new URL('../../../shared/documents/', import.meta.url))
const browser = await sharedBrowser()
const covers = await browser.newPage({ viewport: SIZE })
mkdirSync(`${documents}library`, { recursive: true })
for (const [key, cover] of Object.entries(COVERS)) {
  await covers.setContent(pageOf(cover))
  const drawn = await covers.screenshot()
  writeFileSync(`${documents}library/${key}.webp`, await sharp(drawn).webp({ quality: 82 }).toBuffer())
}
const screens = await browser.newPage({ viewport: { width: 760, height: 460 } })
mkdirSync(`${documents}helpdesk`, { recursive: true })
for (const [name, content] of Object.entries(SCREENS)) {
  await screens.setContent(content)
  const drawn = await screens.screenshot()
  writeFileSync(`${documents}helpdesk/${name}.png`, await sharp(drawn).png({ palette: true }).toBuffer())
}
await browser.close()
