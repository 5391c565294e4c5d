// Faults in calls of the document's own, batches, agents and timers.
import type { Fault } from './fault.ts'

const CALLS = 'tests/server/api/calls/document-calls.test.ts'
const CALL_STEPS = 'tests/server/api/calls/document-call-writes/steps.test.ts'
const CALL_ACCOUNTS = 'tests/server/api/calls/document-call-writes/accounts.test.ts'
const CALL_ORIGINS = 'tests/server/api/calls/document-call-writes/other-origins.test.ts'
const COMPUTED = 'tests/server/api/calls/computed-in-calls.test.ts'
const BATCH = 'tests/server/api/batch.test.ts'
const AGENTS = 'tests/server/api/mcp.test.ts'
const TIMERS = 'tests/server/records/timers.test.ts'
const AUTOMATIC = 'tests/server/records/workflows/automatic-transitions.test.ts'

export const CALL_FAULTS: readonly Fault[] = [
  {
    name: 'an own call answers with what its caller may not read',
    class: 'P01',
    file: 'server/calls/call-values.ts',
    find: "authority === 'caller' ? policyOf(running, actorContext.actor).reads : undefined",
    replace: "authority === 'caller' && facts.length < 0 ? policyOf(running, actorContext.actor).reads : undefined",
    tests: [CALLS],
  },
  {
    name: 'an own call shows of its caller what they may not read of themselves',
    class: 'P01',
    file: 'server/calls/call-values.ts',
    find: "authority === 'caller' ? rewriteOwnRecord(node)",
    replace: "authority === 'caller' ? node",
    tests: [CALLS, CALL_ACCOUNTS],
  },
  {
    name: 'a computed field in an own call is worked out of what its caller may read',
    class: 'P01',
    file: 'shared/model/link.ts',
    find: 'environment.forReader === true ? asked() : whole',
    replace: 'environment.forReader === undefined ? asked() : whole',
    tests: [COMPUTED],
  },
  {
    name: 'an own call finds a record that its caller may not read',
    class: 'P13',
    file: 'server/calls/find-call-records.ts',
    find: 'const isFound = readable !== undefined && (',
    replace: 'const isFound = readable === undefined || (',
    tests: [CALLS],
  },
  {
    name: 'an own call finds a record by a field that its caller may not read',
    class: 'P02',
    file: 'server/calls/find-call-records.ts',
    find: "(wanted.field === 'id' || readable.has(wanted.field))",
    replace: "(wanted.field !== '' || readable.has(wanted.field))",
    tests: [CALLS],
  },
  {
    name: 'an own call finds a record below another one to which it does not belong',
    class: 'P13',
    file: 'server/calls/find-call-records.ts',
    find: 'within === undefined ||',
    replace: 'within !== null ||',
    tests: [CALLS, 'tests/documents/blog/comments.test.ts'],
  },
  {
    name: 'a step of an own call changes what its caller may not read, where a relation leads there',
    class: 'P13',
    file: 'server/calls/known-records.ts',
    find: "if (of.kind !== 'record' || isKnown(tree)) return value",
    replace: "if (of.kind === 'record' || isKnown(tree)) return value",
    tests: [CALLS],
  },
  {
    name: 'an own call is made by everyone who has a role',
    class: 'P14',
    file: 'server/calls/decide-call.ts',
    find: 'if (conditions.includes(true)) return',
    replace: 'if (conditions.length > 0) return',
    tests: [CALLS],
  },
  {
    name: 'an own call keeps what a step did that was refused',
    class: 'P14',
    file: 'server/records/effects/run-effect.ts',
    find: 'await context.transaction.savepoint(async () => {\n      await runEffect(frame, effect)',
    replace: 'await (async (act: () => Promise<void>) => act())(async () => {\n      await runEffect(frame, effect)',
    tests: [CALL_STEPS],
  },
  {
    name: 'steps of an own call go through what its caller may not read',
    class: 'P13',
    file: 'server/calls/call-frame.ts',
    find: "readCallValues(reading, 'caller', { of: effect, part }, [node], names)",
    replace: "readCallValues(reading, 'document', { of: effect, part }, [node], names)",
    tests: [CALL_STEPS],
  },
  {
    name: 'a page of another origin makes own calls with a cookie',
    class: 'B03',
    file: 'server/api/request/run-handler.ts',
    find: '!caller.byCookie && answersCors',
    replace: 'answersCors',
    tests: [CALL_ORIGINS],
  },
  {
    name: 'a browser that asks before an own call is refused where its visitor may read nothing',
    class: 'B04',
    file: 'server/api/request/run-handler.ts',
    find: 'return route === undefined && callMethods.length > 0',
    replace: 'return route === undefined && callMethods.length > 1_000',
    tests: [CALL_ORIGINS],
  },
  {
    name: 'a batch keeps what was done before the call that was refused',
    class: 'P14',
    file: 'server/api/batch/handle-batch.ts',
    find: 'throw new Refused(error.refusal, { ...more, call: index })',
    replace: 'return { ...more, status: error.refusal.status, body: String(index) }',
    tests: [BATCH],
  },
  {
    name: 'a batch shows of its records what the caller may not read',
    class: 'P01',
    file: 'server/api/batch/handle-batch.ts',
    find: 'await findRecord(dependencies, actorContext, entity',
    replace:
      'await findRecord(dependencies, { ...actorContext, actor: { ...actorContext.actor, administrator: true } }, entity',
    tests: [BATCH],
  },
  {
    name: 'a batch has as many calls as somebody likes',
    class: 'O11',
    file: 'server/api/batch/read-batch.ts',
    find: 'maxItems: MOST_BATCH_CALLS',
    replace: 'maxItems: 100 * MOST_BATCH_CALLS',
    tests: [BATCH],
  },
  {
    name: 'an agent is offered the tools of others',
    class: 'P12',
    file: 'server/api/mcp/list-tools.ts',
    find: 'const description = describeApi(running, actor, IMPORT_ROUTES)',
    replace: 'const description = describeApi(running, { ...actor, administrator: true }, IMPORT_ROUTES)',
    tests: [AGENTS],
  },
  {
    name: 'an agent reads the document of which its person may not know',
    class: 'P12',
    file: 'server/api/mcp/document-resources.ts',
    find: 'canReadDocument(running.model, actor) ?',
    replace: 'actor !== undefined ?',
    tests: [AGENTS],
  },
  {
    name: 'an agent needs no token',
    class: 'P12',
    file: 'server/api/mcp/handle-mcp.ts',
    find: '  requiresSession: true,\n',
    replace: '',
    tests: [AGENTS],
  },
  {
    name: 'a timer keeps what it did before the rule that refused it',
    class: 'T01',
    file: 'server/records/write/fire-timer.ts',
    find: 'await transaction.savepoint(async () => {',
    replace: 'await Promise.resolve().then(async () => {',
    tests: [AUTOMATIC, TIMERS],
  },
  {
    name: 'a timer that has fired fires again when the clock is set back',
    class: 'T03',
    file: 'server/records/write/fire-timer.ts',
    find: 'await transaction.changeJob(jobFor(job, afterFiring(next, now)))',
    replace:
      "await transaction.changeJob({ ...jobFor(job, afterFiring(next, now)), dueAt: now.replace(/T.*/, 'T23:59:59.999Z') })",
    tests: [AUTOMATIC, TIMERS],
  },
  {
    name: 'an edit of the document leaves timers as they were',
    class: 'T05',
    file: 'server/records/write/scan-timers.ts',
    find: "?.value['revision'] === revision",
    replace: "?.value['revision'] !== undefined",
    tests: [AUTOMATIC, TIMERS],
  },
  {
    name: 'a timer goes on in a state that it does not run in',
    class: 'T04',
    file: 'server/records/timers/record-timers.ts',
    find: 'if (job !== undefined) await transaction.deleteJob(job.number)\n    } else',
    replace: 'if (job === undefined) return\n    } else',
    tests: [AUTOMATIC, TIMERS],
  },
]
