// Draws the editor in the colours of the application, light and dark.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { readNonce } from '../../../ui/nonce.ts'

const LIGHT = {
  '--code-keyword': '#7a2ea0',
  '--code-function': '#0b5cad',
  '--code-name': '#0a6b5d',
  '--code-string': '#8a4b08',
  '--code-number': '#9c2b2b',
  '--code-known': '#1f5f99',
  '--code-match': '#ffe9a8',
}

const DARK = {
  '--code-keyword': '#d7a6f2',
  '--code-function': '#8cc4ff',
  '--code-name': '#7fdcc8',
  '--code-string': '#f0bd7d',
  '--code-number': '#ff9f9f',
  '--code-known': '#9dcbf5',
  '--code-match': '#5c4a12',
}

const LINE = '1px solid var(--line)'
const DIMMED = 'var(--mantine-color-dimmed)'

const look = EditorView.theme({
  '&': {
    ...LIGHT,
    height: '100%',
    fontSize: '0.82rem',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
  },
  ":where([data-mantine-color-scheme='dark']) &": DARK,
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused > .cm-scroller': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { padding: '0.7rem 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 0.8rem' },
  '.cm-gutters': { color: DIMMED, backgroundColor: 'var(--mantine-color-body)', borderRight: LINE },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--mantine-primary-color-filled) 7%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--mantine-primary-color-filled) 26%, transparent)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--mantine-primary-color-filled)' },
  '.cm-known-name': { color: 'var(--code-known)' },
  '.cm-foldPlaceholder': { color: DIMMED, backgroundColor: 'var(--surface)', border: LINE, padding: '0 0.4rem' },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    borderColor: 'var(--line)',
  },
  '.cm-tooltip': { border: LINE, borderRadius: 'var(--mantine-radius-sm)', boxShadow: 'var(--mantine-shadow-md)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.25rem 0.6rem', minHeight: '24px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--mantine-primary-color-contrast, #fff)',
    backgroundColor: 'var(--mantine-primary-color-filled)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionDetail': { color: DIMMED, fontStyle: 'normal' },
  '.cm-completionMatchedText': { fontWeight: '700', textDecoration: 'none' },
  '.cm-name': { maxWidth: '28rem', padding: '0.4rem 0.7rem', whiteSpace: 'pre-wrap', lineHeight: '1.45' },
  '.cm-diagnostic': { padding: '0.4rem 0.7rem', lineHeight: '1.45', fontFamily: 'var(--mantine-font-family)' },
  '.cm-diagnosticAction, .cm-button': {
    minHeight: '28px',
    padding: '0.1rem 0.6rem',
    fontSize: '0.82rem',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    backgroundImage: 'none',
    border: '1px solid var(--mantine-color-dimmed)',
    borderRadius: 'var(--mantine-radius-sm)',
    cursor: 'pointer',
  },
  '.cm-panels.cm-panels-top': { borderBottom: LINE },
  '.cm-panel.cm-search': { padding: '0.5rem 2rem 0.5rem 0.6rem', fontFamily: 'var(--mantine-font-family)' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '0.3rem', fontSize: '0.82rem' },
  '.cm-panel.cm-search [name=close]': { width: '28px', height: '28px', color: 'inherit', fontSize: '1.2rem' },
  '.cm-textfield': {
    minHeight: '28px',
    padding: '0.1rem 0.5rem',
    fontSize: '0.82rem',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-dimmed)',
    borderRadius: 'var(--mantine-radius-sm)',
  },
})

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.punctuation, color: DIMMED },
  { tag: tags.comment, color: DIMMED, fontStyle: 'italic' },
  { tag: tags.meta, color: DIMMED, fontStyle: 'italic' },
  { tag: tags.propertyName, color: 'var(--code-keyword)' },
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: tags.function(tags.variableName), color: 'var(--code-function)' },
  { tag: tags.variableName, color: 'var(--code-name)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: tags.number, color: 'var(--code-number)' },
])

/** Makes the theme of the editor, whose styles carry the nonce of the page. */
export function editorTheme(): Extension {
  return [EditorView.cspNonce.of(readNonce()), look, syntaxHighlighting(colours)]
}
