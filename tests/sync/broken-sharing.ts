import type { DosesAnswer } from '#domain/protocol/doses.ts'
import { ACCOUNT_HEADER, SEQ_HEADER } from '#domain/protocol/headers.ts'
import type { Mutation } from './mutation.ts'
import type { SimServer, WireRequest } from './server.ts'

type Handle = SimServer['handle']

const isAboutOthers = ({ headers }: WireRequest) => headers[ACCOUNT_HEADER] !== undefined

/** Servers in which one rule about people is broken; only traces with people can notice. */
export const BROKEN_SHARING: Record<string, Mutation> = {
  'S14.1 somebody’s answers say how far the account is': {
    server:
      ({ handle }): Handle =>
      async (request, session) => {
        const answer = await handle(request, session)
        return isAboutOthers(request) ? { ...answer, headers: { ...answer.headers, [SEQ_HEADER]: '1' } } : answer
      },
  },
  'S14.2 whoever is signed in is taken for the account that is meant': {
    server:
      ({ handle }): Handle =>
      ({ headers: { [ACCOUNT_HEADER]: _unread, ...headers }, ...request }, session) =>
        handle({ ...request, headers }, session),
  },
  'S14.5 a grant that was ended goes on': {
    server:
      ({ handle }): Handle =>
      async (request, session) =>
        request.method === 'DELETE' && request.path.startsWith('/api/grants/')
          ? { status: 200, headers: {}, body: '{"success":true}' }
          : handle(request, session),
  },
  'S14.6 the log does not say who made an entry': {
    server:
      ({ handle }): Handle =>
      async (request, session) => {
        const answer = await handle(request, session)
        if (request.method !== 'GET' || !request.path.startsWith('/api/doses') || answer.status !== 200) return answer
        const { events, ...page } = JSON.parse(answer.body) as DosesAnswer
        return events ? { ...answer, body: JSON.stringify({ ...page, events: events.map(unsigned) }) } : answer
      },
  },
}

const unsigned = ({ by: _, ...event }: DosesAnswer['events'][number]) => event
