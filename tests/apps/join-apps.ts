// Joins applications on one database to one, to which requests go in turn.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import request from 'supertest'
import { startBalancer } from '../fleet/balancer.ts'
import { removeData } from '../postgres/open-data.ts'
import type { Caller, TestApp } from './start-app.ts'

/** Joins them. Jobs and all else that concerns no request are those of the first. `options`: of the balancer. */
export async function joinApps(
  apps: readonly [TestApp, ...TestApp[]],
  options: { readonly forwards: boolean; readonly port: number },
): Promise<TestApp> {
  const [first] = apps
  const { server, close } = await startBalancer(
    apps.map((app) => (app.server.address() as AddressInfo).port),
    { looks: false, ...options },
  )
  const closeAll = async (): Promise<void> => {
    await close()
    for (const app of apps) await app.close()
  }
  return {
    ...first,
    server,
    anyone: request(server),
    async as(roles, name) {
      const { id, token } = await first.as(roles, name)
      return callerWith(server, id, token)
    },
    with: (person, token) => callerWith(server, person.id, token),
    close: closeAll,
    async stop() {
      await closeAll()
      await removeData(first.directory)
    },
  }
}

/** A person who sends their token with each request. */
export function callerWith(server: Server, id: string, token: string): Caller {
  const send = (method: 'get' | 'post' | 'patch' | 'put' | 'delete', path: string, body?: object): request.Test => {
    const call = request(server)[method](path).set('Authorization', `Bearer ${token}`)
    return body === undefined ? call : call.send(body)
  }
  return {
    id,
    token,
    get: (path) => send('get', path),
    post: (path, body) => send('post', path, body),
    patch: (path, body) => send('patch', path, body),
    put: (path, body) => send('put', path, body),
    delete: (path) => send('delete', path),
  }
}
