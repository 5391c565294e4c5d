// Draws a diagram; what stands in a line of the document is a link to it, in the order in which it is read.
import { Link } from 'react-router-dom'
import { useLinePath } from '../../../data/spec.ts'
import classes from './diagram.module.css'
import type { DiagramLayout, PlacedEdge, PlacedNode, PlacedText } from './drawing.ts'

interface Props {
  readonly drawing: DiagramLayout
  readonly label: string
  readonly zoom: number
}

export function DiagramView({ drawing: { width, height, nodes, edges }, label, zoom }: Props) {
  return (
    <svg
      role="group"
      aria-label={label}
      className={classes['diagram']}
      viewBox={`0 0 ${width} ${height}`}
      width={width * zoom}
      height={height * zoom}
    >
      {edges.map(({ key, path, arrow, isDashed }) => (
        <g key={key}>
          <path d={path} className={classes['edge']} data-dashed={isDashed || undefined} />
          <polygon points={arrow} className={classes['arrow']} />
        </g>
      ))}
      {nodes.map((node) => (
        <g key={node.key}>
          <Box node={node} />
          {edges
            .filter(({ from }) => from === node.key)
            .map((edge) => (
              <EdgeTexts key={edge.key} edge={edge} />
            ))}
        </g>
      ))}
    </svg>
  )
}

function Box({ node: { shape, x, y, width, height, texts } }: { readonly node: PlacedNode }) {
  if (shape === 'dot') return <circle cx={x + width / 2} cy={y + height / 2} r={width / 2} className={classes['dot']} />
  const place = { x, y, width, height, rx: shape === 'entity' ? 6 : 12 }
  const [title, second] = texts
  const between = title && second ? y + 32 : undefined
  return (
    <>
      <rect {...place} className={classes['box']} data-shape={shape} />
      {shape === 'end' && (
        <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={9} className={classes['inner']} />
      )}
      {between !== undefined && (
        <line x1={x + 1} x2={x + width - 1} y1={between} y2={between} className={classes['rule']} />
      )}
      <Texts texts={texts} isList={shape === 'entity'} />
    </>
  )
}

function EdgeTexts({ edge: { label, texts, ends } }: { readonly edge: PlacedEdge }) {
  return (
    <>
      {label && <rect {...label} rx={3} className={classes['ground']} />}
      <Texts texts={texts} />
      <Texts texts={ends} />
    </>
  )
}

function Texts({ texts, isList = false }: { readonly texts: readonly PlacedText[]; readonly isList?: boolean }) {
  const pathOf = useLinePath()
  return texts.map(({ text, tone, line, whole, x, y }) => {
    const to = line === undefined ? undefined : pathOf(line)
    const drawn = (
      <text
        x={x}
        y={y}
        textAnchor={isList ? 'start' : 'middle'}
        className={classes[tone] ?? ''}
        data-link={to === undefined ? undefined : true}
      >
        {text}
        {whole !== undefined && <title>{whole}</title>}
      </text>
    )
    const key = `${text} ${x} ${y}`
    return to === undefined ? (
      <g key={key}>{drawn}</g>
    ) : (
      <Link key={key} to={to} aria-label={whole ?? text} className={classes['link'] ?? ''}>
        {drawn}
      </Link>
    )
  })
}
