// Asks the operations that somebody has, well and badly, and says which answers are not as they are described.
import type { Description, Operation } from './answer-validator.ts'
import { AnswerValidator } from './answer-validator.ts'
import { ask } from './ask.ts'
import { KnownValues } from './known-values.ts'
import { makeRequests } from './requests.ts'
import type { Somebody } from './shipped-api.ts'

/** `isLeftOut`: of these operations nothing is asked. */
export async function walkOperations(
  url: string,
  somebody: Somebody,
  isLeftOut: (operation: Operation) => boolean,
): Promise<readonly string[]> {
  const wrong: string[] = []
  const token = await somebody.signIn()
  const read = async (path: string): Promise<string> => (await ask(url, token, { method: 'GET', url: path })).text
  const description = JSON.parse(await read('/api/openapi.json')) as Description
  const validator = new AnswerValidator(description)
  const known = new KnownValues()
  await known.learn(description, read)
  for (const [path, item] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(item)) {
      if (isLeftOut(operation)) continue
      for (const request of makeRequests(description, path, method, known)) {
        // Some calls of the system end sessions.
        const own = isOfSystem(operation) ? await somebody.signIn() : token
        const answer = await ask(url, own, request)
        const problem =
          request.isInvalid && answer.status < 400
            ? `it is let through with ${answer.status}`
            : validator.problemOf(operation, answer)
        if (problem !== undefined) wrong.push(`${somebody.name}: ${request.method} ${request.url}: ${problem}`)
      }
    }
  return wrong
}

/** Reports whether the operation is the same in every document. */
export function isOfSystem({ tags }: Operation): boolean {
  return tags.some((tag) => ['System', 'Imports', 'Files'].includes(tag))
}

/** Says what makes a description none, beside what its schemas say. */
export function findUnsound(description: Description): readonly string[] {
  const operations = Object.values(description.paths).flatMap((item) => Object.values(item))
  const repeated = (values: readonly string[]): readonly string[] =>
    values.filter((value, at) => values.indexOf(value) !== at)
  const references = [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/([^"]+)"/g)]
  return [
    ...repeated(operations.map(({ operationId }) => operationId)).map((id) => `two operations are ${id}`),
    ...repeated(Object.keys(description.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))).map(
      (path) => `two paths are ${path}`,
    ),
    ...references.flatMap(([, name = '']) =>
      Object.hasOwn(description.components.schemas, name) ? [] : [`there is no schema ${name}`],
    ),
    ...Object.entries(description.paths).flatMap(([path, item]) =>
      Object.values(item).flatMap(({ operationId, parameters = [] }) => {
        const named = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => `{${name}}`)
        const isSame = named.toSorted().join() === (path.match(/\{\w+\}/g) ?? []).toSorted().join()
        return isSame ? [] : [`${operationId} has other parameters than ${path}`]
      }),
    ),
    ...operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).some(({ schema }) => Object.keys(schema).join() === 'type' && schema.type === 'object')
          ? [`${operationId} does not say what its ${status} holds`]
          : [],
      ),
    ),
  ]
}
