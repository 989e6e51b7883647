import type { DosesAnswer } from '#domain/protocol/doses.ts'
import { USER_HEADER } from '#domain/protocol/headers.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { keysOf } from './keys-of.ts'
import type { Mutation } from './mutation.ts'
import type { SimServer, WireAnswer, WireRequest } from './server.ts'

type Handle = SimServer['handle']

const isLog = ({ method, path }: WireRequest) => method === 'GET' && path.startsWith('/api/doses')

/** How long others may write between the reading of a page and of how far the log is. */
const BETWEEN = 400

/** Statuses of gates (S6.2). */
const GATES = new Set([401, 403, 426])

/** Servers in which a rule of a restore is broken. */
export const BROKEN_RESTORED_SERVERS: Record<string, Mutation> = {
  'S11.3 a cursor ahead of the account is one like others': {
    server:
      ({ handle }): Handle =>
      (request, session) =>
        handle(isLog(request) ? { ...request, path: '/api/doses' } : request, session),
  },
  'S11.7 a server that forgets what was deleted': { forgets: 'tombstones' },
}

/** Servers in which one rule is broken. */
export const BROKEN_SERVERS: Record<string, Mutation> = {
  'S2.2 a server that remembers no key': { forgets: 'keys' },
  'S4.1 how far the log is, is read after its page': {
    server: (server, time) => async (request, session) => {
      const answer = await server.handle(request, session)
      if (!isLog(request) || answer.status !== 200) return answer
      await time.pause<void>((resume) => void time.in(BETWEEN, () => resume()))
      const later = await server.handle(request, session)
      if (later.status !== 200) return answer
      const { events, more } = JSON.parse(answer.body) as DosesAnswer
      const { cursor } = JSON.parse(later.body) as DosesAnswer
      return { ...answer, body: JSON.stringify({ events, cursor, more }) }
    },
  },
  'S5.3 an edit brings back what was deleted': {
    server: (server) => {
      const seen = new Map<string, ListedMedication>()
      return async (request, session) => {
        const answer = await server.handle(request, session)
        if (request.method === 'POST' && answer.status === 201 && request.path === '/api/medications') {
          const record = JSON.parse(answer.body) as ListedMedication
          seen.set(`${request.path}/${record.id}`, record)
        }
        const deleted = seen.get(request.path)
        if (request.method !== 'PATCH' || answer.status !== 404 || !deleted) return answer
        await server.forget('tombstones')
        await server.handle(addition(request, deleted), session)
        return server.handle({ ...request, headers: withoutKey(request) }, session)
      }
    },
  },
  'S6.7 the answer of a gate is kept under the key': {
    server: ({ handle }) => {
      const kept = new Map<string, WireAnswer>()
      return async (request, session) => {
        const key = keysOf(request).join()
        const answer = kept.get(key) ?? (await handle(request, session))
        if (key !== '' && GATES.has(answer.status)) kept.set(key, answer)
        return answer
      }
    },
  },
  'S8.1 nobody looks for which user a request is': {
    server:
      ({ handle }): Handle =>
      ({ headers: { [USER_HEADER]: _unread, ...headers }, ...request }, session) =>
        handle({ ...request, headers }, session),
  },
}

const withoutKey = ({ headers: { 'idempotency-key': _used, ...headers } }: WireRequest) => headers

const addition = (request: WireRequest, { id, name, dosage, ...rest }: ListedMedication): WireRequest => {
  const { frequency, instructions, schedule, reminderTimes, startDate, endDate } = rest
  const body = {
    ...{ id, name, dosage, frequency, instructions, schedule, reminderTimes, startDate, endDate },
    allowDuplicate: true,
  }
  return {
    method: 'POST',
    path: '/api/medications',
    headers: withoutKey(request),
    body: JSON.stringify(body),
  }
}
