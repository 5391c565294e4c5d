// Checks and publishes a document for an administrator, and refuses with what is wrong.
import { namedVersions, refusalOfVersion } from '#shared/decisions/version-condition.ts'
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import type { Model } from '#shared/model/model.ts'
import type { CheckedBody, DocumentConflict, LocatedDiagnostic, PublishedBody } from '#shared/protocol/document.ts'
import { locateDiagnostics } from '#shared/protocol/document.ts'
import { lineIndex } from '#shared/text/position.ts'
import { compileText } from '../../document/compile-text.ts'
import type { PublishOptions, PublishResult } from '../../document/publish-document.ts'
import { publishDocument } from '../../document/publish-document.ts'
import { NoBackup } from '../../document/back-up-data.ts'
import type { Refused } from '../../policy/refused.ts'
import { OutcomeUnknown, StorageBusy } from '../../storage/storage-error.ts'
import { requireAdministrator, refused } from '../../policy/refused.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import type { AskedDeletion } from './deletion-command.ts'
import { commandOfDeletion } from './deletion-command.ts'
import { deletePublishedDraft } from './drafts.ts'

type PublishFailure = Extract<PublishResult, { readonly published: false }>

export interface PersonalPublication extends Pick<PublishOptions, 'follows' | 'address' | 'deletes'> {
  /** Why the person publishes it, in their words. */
  readonly reason?: string | undefined
  readonly backUp: AskedDeletion['backUp']
}

/**
 * `follows`: numbers of the revisions that may be in force; another one is a 412. Where the person has confirmed that data
 * is deleted, a backup is made first.
 */
export async function publishAsPerson(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  text: string,
  { reason, backUp, ...options }: PersonalPublication,
): Promise<PublishedBody> {
  const { current } = dependencies
  requireAdministrator(current.running.model, actorContext.actor)
  const by = actorContext.actor.person?.id ?? null
  const source = { text, file: current.running.file, isFromFile: false, by, reason: reason?.trim() || undefined }
  const publish = (isDryRun: boolean) => publishDocument(dependencies, source, { ...options, isDryRun })
  const { deletes = [] } = options
  const isFitting = deletes.length === 0 || (await publish(true)).published
  const deletion = { file: source.file, deletes, backUp }
  const backup = deletes.length > 0 && isFitting ? await backUpOrRefuse(deletion, actorContext.now) : undefined
  const result = await publish(false)
  const { model, revision } = current.running
  if (!result.published)
    throw refusalOf(model, text, result, { follows: options.follows, current: current.number, deletion })
  // It is published, whatever becomes of the draft, which says no more than the document.
  await deletePublishedDraft(dependencies, actorContext, text).catch(passOverBusy)
  const { diagnostics, changes, widened } = result
  return {
    number: current.number,
    revision,
    diagnostics: locate(text, diagnostics),
    changes,
    widened,
    ...(backup === undefined ? {} : { backup }),
  }
}

function passOverBusy(error: unknown): void {
  if (!(error instanceof StorageBusy || error instanceof OutcomeUnknown)) throw error
}

async function backUpOrRefuse(deletion: AskedDeletion, now: string): Promise<string | undefined> {
  refuseByCommand(deletion)
  try {
    return await deletion.backUp?.(now)
  } catch (error) {
    if (error instanceof NoBackup) throw refused('no_backup', { problem: error.message })
    throw error
  }
}

function refuseByCommand(deletion: AskedDeletion): void {
  const command = commandOfDeletion(deletion)
  if (command !== undefined) throw refused('deletion_by_command', { command })
}

/** Refuses, as `publishAsPerson` would, what could not be published now; publishes nothing. */
export async function requirePublishable(
  dependencies: RecordsDependencies,
  { actor }: ActorContext,
  text: string,
  { follows, deletes = [], backUp }: PersonalPublication,
): Promise<void> {
  const { current } = dependencies
  requireAdministrator(current.running.model, actor)
  const source = { text, file: current.running.file, isFromFile: false, by: null }
  const result = await publishDocument(dependencies, source, { follows, deletes, isDryRun: true })
  const deletion = { file: source.file, deletes, backUp }
  if (!result.published)
    throw refusalOf(current.running.model, text, result, { follows, current: current.number, deletion })
  refuseByCommand(deletion)
}

/** Puts the text of an earlier revision in force again. */
export async function publishRevisionAsPerson(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  number: number,
  options: PersonalPublication,
): Promise<PublishedBody> {
  const { current, storage } = dependencies
  requireAdministrator(current.running.model, actorContext.actor)
  const revision = await storage.database.documentRevision(number)
  if (revision === undefined) throw refused('not_found')
  return publishAsPerson(dependencies, actorContext, revision.text, options)
}

/**
 * Publishes nothing. Whether rows stand against it is an answer about data, and is given to administrators who may read all
 * of it; others learn it from a refused publication, which is in the audit.
 */
export async function checkAsPerson(
  dependencies: RecordsDependencies,
  { actor }: ActorContext,
  text: string,
  { deletes = [], backUp }: Pick<PersonalPublication, 'deletes' | 'backUp'>,
): Promise<CheckedBody> {
  const { current } = dependencies
  const { model, file } = current.running
  requireAdministrator(model, actor)
  const source = { text, file, isFromFile: false, by: null }
  const readsData = model.accountPolicy.administratorsReadData
  const result = await publishDocument(dependencies, source, { isDryRun: true, looksAtData: readsData, deletes })
  const isWrong = result.diagnostics.some(({ severity }) => severity === 'error')
  const command = commandOfDeletion({ file, deletes, backUp, conflicts: result.published ? [] : result.conflicts })
  return {
    revision: result.revision,
    isPublishable: result.published && command === undefined,
    diagnostics: locate(text, result.diagnostics),
    changes: result.published ? result.changes : [],
    widened: result.published ? result.widened : [],
    conflicts: isWrong || !readsData ? null : result.published ? [] : result.conflicts,
    ...(command === undefined ? {} : { command }),
  }
}

/** Refuses a text that has errors, with what is wrong. */
export async function requireWithoutErrors(text: string): Promise<void> {
  const { model, diagnostics } = await compileText(text)
  if (model === undefined) throw refused('document_wrong', {}, { diagnostics: locate(text, diagnostics) })
}

interface PublicationContext extends Pick<PersonalPublication, 'follows'> {
  readonly current: number
  readonly deletion: AskedDeletion
}

function refusalOf(
  model: Model,
  text: string,
  { diagnostics, conflicts, isOvertaken }: PublishFailure,
  { follows, current, deletion }: PublicationContext,
): Refused {
  if (isOvertaken === true)
    return refused(refusalOfVersion(current, follows) ?? 'changed_meanwhile', {}, namedVersions(current, follows))
  if (conflicts.length > 0) {
    const command = commandOfDeletion({ ...deletion, conflicts })
    return refused('document_conflict', {}, { conflicts: readableConflicts(model, conflicts), command })
  }
  return refused('document_wrong', {}, { diagnostics: locate(text, diagnostics) })
}

/** Values are for those who may read them. */
function readableConflicts(model: Model, conflicts: readonly DocumentConflict[]): readonly DocumentConflict[] {
  return model.accountPolicy.administratorsReadData ? conflicts : conflicts.map((each) => ({ ...each, examples: [] }))
}

function locate(text: string, diagnostics: readonly Diagnostic[]): readonly LocatedDiagnostic[] {
  return locateDiagnostics(diagnostics, lineIndex(text))
}
