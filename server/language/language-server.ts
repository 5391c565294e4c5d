// Serves editors by the Language Server Protocol on standard input and output.
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import { placesOfCause } from '#shared/diagnostics/gather-repeated.ts'
import type { Completion } from '#shared/language/complete.ts'
import { formatDocument } from '#shared/language/format-document.ts'
import type { OpenDocument } from '#shared/language/open-document.ts'
import { openDocument } from '#shared/language/open-document.ts'
import type { RenameOutcome } from '#shared/language/rename.ts'
import { dayIn } from '#shared/text/day-in.ts'
import type { TextEdit } from '#shared/text/text-edits.ts'
import type { Span } from '#shared/text/span.ts'
import {
  CodeActionKind,
  CompletionItemKind,
  createConnection,
  DiagnosticSeverity,
  LSPErrorCodes,
  ProposedFeatures,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node'
import type {
  CodeAction,
  CompletionItem,
  Diagnostic as EditorDiagnostic,
  Position,
  Range,
  TextEdit as EditorEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'

interface KnownDocument {
  readonly version: number
  readonly open: OpenDocument
}

/** Diagnostics follow when the writer pauses. */
const PAUSE_MILLISECONDS = 150
const SOURCE = 'verbatim'

/** Ends with the editor. */
export function serveEditors(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): void {
  const connection = createConnection(ProposedFeatures.all, input, output)
  const documents = new TextDocuments(TextDocument)
  const known = new Map<string, KnownDocument>()
  const waiting = new Map<string, NodeJS.Timeout>()

  /** Once for each version of the text. */
  function read(document: TextDocument): OpenDocument {
    const before = known.get(document.uri)
    if (before?.version === document.version) return before.open
    const open = openDocument(document.getText())
    known.set(document.uri, { version: document.version, open })
    return open
  }

  function diagnosticsOf(document: TextDocument): readonly Diagnostic[] {
    return read(document).compiled().diagnostics
  }

  function report(document: TextDocument): void {
    const diagnostics = diagnosticsOf(document).map((each) => toEditorDiagnostic(document, each))
    void connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics })
  }

  connection.onInitialize(() => ({
    serverInfo: { name: SOURCE },
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      completionProvider: { triggerCharacters: ['.', '|', '`', '"', ' '] },
      hoverProvider: true,
      definitionProvider: true,
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      documentFormattingProvider: true,
      renameProvider: { prepareProvider: true },
    },
  }))
  documents.onDidChangeContent(({ document }) => {
    clearTimeout(waiting.get(document.uri))
    waiting.set(
      document.uri,
      setTimeout(() => report(document), PAUSE_MILLISECONDS),
    )
  })
  documents.onDidClose(({ document }) => {
    clearTimeout(waiting.get(document.uri))
    waiting.delete(document.uri)
    known.delete(document.uri)
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] })
  })

  connection.onCompletion(({ textDocument, position }) =>
    at(textDocument.uri, position, (document, offset) => {
      return read(document)
        .complete(offset, dayIn(new Date()))
        .map((each, rank) => toItem(document, each, rank))
    }),
  )
  connection.onHover(({ textDocument, position }) =>
    at(textDocument.uri, position, (document, offset) => {
      const found = read(document).nameAt(offset)
      if (found === undefined) return null
      return { contents: { kind: 'markdown', value: found.description }, range: toRange(document, found.span) }
    }),
  )
  connection.onDefinition(({ textDocument, position }) =>
    at(textDocument.uri, position, (document, offset) => {
      const declaredAt = read(document).nameAt(offset)?.declaredAt
      return declaredAt === undefined ? null : { uri: document.uri, range: toRange(document, declaredAt) }
    }),
  )
  connection.onCodeAction(({ textDocument, range }) => {
    const document = documents.get(textDocument.uri)
    if (document === undefined) return []
    const asked = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) }
    return diagnosticsOf(document)
      .filter((each) => placesOfCause(each).some(({ start, end }) => start <= asked.end && asked.start <= end))
      .flatMap((diagnostic) => toActions(document, diagnostic))
  })
  connection.onPrepareRename(({ textDocument, position }) =>
    at(textDocument.uri, position, (document, offset) => {
      const open = read(document)
      const definition = open.renamable(offset)
      const span = open.nameAt(offset)?.span ?? definition?.span
      return definition && span ? { range: toRange(document, span), placeholder: definition.label } : null
    }),
  )
  connection.onRenameRequest(({ textDocument, position, newName }) =>
    at(textDocument.uri, position, (document, offset) => {
      const outcome = read(document).rename({ offset, to: newName })
      if (outcome.kind !== 'renamed') throw new ResponseError(LSPErrorCodes.RequestFailed, sayRefusal(outcome))
      return { changes: { [document.uri]: toEdits(document, outcome.edits) } }
    }),
  )
  connection.onDocumentFormatting(({ textDocument }) => {
    const document = documents.get(textDocument.uri)
    if (document === undefined) return []
    const text = document.getText()
    const formatted = formatDocument(text)
    return formatted === text ? [] : [{ range: toRange(document, { start: 0, end: text.length }), newText: formatted }]
  })

  function at<T>(uri: string, position: Position, answer: (document: TextDocument, offset: number) => T): T | null {
    const document = documents.get(uri)
    return document === undefined ? null : answer(document, document.offsetAt(position))
  }

  documents.listen(connection)
  connection.listen()
}

function sayRefusal(outcome: Exclude<RenameOutcome, { readonly kind: 'renamed' }>): string {
  switch (outcome.kind) {
    case 'no-name':
      return 'Nothing that the document declares is named here.'
    case 'error':
      return `Mend the error in line ${outcome.line} first: only then is it known what the name means there. ${outcome.diagnostic.message}`
    case 'problem':
      return `With this name the document would have an error: ${outcome.diagnostic.message}`
  }
}

function toEdits(document: TextDocument, edits: readonly TextEdit[]): EditorEdit[] {
  return edits.map(({ span, text }) => ({ range: toRange(document, span), newText: text }))
}

function toRange(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) }
}

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const

function toEditorDiagnostic(document: TextDocument, diagnostic: Diagnostic): EditorDiagnostic {
  const { code, severity, message, hint, span, related = [] } = diagnostic
  return {
    range: toRange(document, span),
    severity: SEVERITIES[severity],
    code,
    source: SOURCE,
    message: hint === undefined ? message : `${message}\n${hint}`,
    relatedInformation: related.map((each) => ({
      location: { uri: document.uri, range: toRange(document, each.span) },
      message: each.message,
    })),
  }
}

function toActions(document: TextDocument, diagnostic: Diagnostic): readonly CodeAction[] {
  return (diagnostic.fixes ?? []).map(({ title, certain, edits }) => ({
    title,
    isPreferred: certain === true,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toEditorDiagnostic(document, diagnostic)],
    edit: { changes: { [document.uri]: toEdits(document, edits) } },
  }))
}

const ITEM_KINDS: { readonly [Kind in Completion['kind']]: CompletionItemKind } = {
  field: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  constant: CompletionItemKind.Constant,
  entity: CompletionItemKind.Class,
  keyword: CompletionItemKind.Keyword,
  role: CompletionItemKind.EnumMember,
  word: CompletionItemKind.Value,
  table: CompletionItemKind.Snippet,
  setting: CompletionItemKind.Property,
}

function toItem(document: TextDocument, { label, kind, detail, text, span }: Completion, rank: number): CompletionItem {
  return {
    label,
    kind: ITEM_KINDS[kind],
    ...(detail !== '' && { detail }),
    filterText: document.getText(toRange(document, span)) + text,
    sortText: String(rank).padStart(4, '0'),
    textEdit: { range: toRange(document, span), newText: text },
  }
}
