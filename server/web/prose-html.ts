// Renders the document's prose as HTML from a short list of elements.
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Nodes, RootContent } from 'mdast'

export function proseToHtml(markdown: string): string {
  return childrenOf(fromMarkdown(markdown))
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function childrenOf(node: { readonly children: readonly RootContent[] }): string {
  return node.children.map(toHtml).join('')
}

function toHtml(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value)
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`
    case 'code':
      return `<pre>${escapeHtml(node.value)}</pre>`
    case 'paragraph':
      return `<p>${childrenOf(node)}</p>`
    case 'emphasis':
      return `<em>${childrenOf(node)}</em>`
    case 'strong':
      return `<strong>${childrenOf(node)}</strong>`
    case 'list':
      return node.ordered ? `<ol>${childrenOf(node)}</ol>` : `<ul>${childrenOf(node)}</ul>`
    case 'listItem':
      return `<li>${childrenOf(node)}</li>`
    case 'blockquote':
      return `<blockquote>${childrenOf(node)}</blockquote>`
    case 'heading':
      return `<h3>${childrenOf(node)}</h3>`
    case 'break':
      return '<br>'
    case 'link':
      return isSafe(node.url) ? `<a href="${escapeHtml(node.url)}">${childrenOf(node)}</a>` : childrenOf(node)
    default:
      // HTML stands as it was written; images and references are left out.
      return 'value' in node && typeof node.value === 'string'
        ? escapeHtml(node.value)
        : 'children' in node
          ? childrenOf(node)
          : ''
  }
}

function isSafe(url: string): boolean {
  return /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(url)
}
