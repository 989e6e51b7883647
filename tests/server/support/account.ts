import { randomUUID } from 'node:crypto'
import type { BatchAnswer } from '#domain/protocol/batch.ts'
import type { DosesAnswer } from '#domain/protocol/doses.ts'
import { type Versions, versionsSchema } from '#domain/protocol/events.ts'
import { EPOCH_HEADER, IDEMPOTENCY_HEADER, SEQ_HEADER } from '#domain/protocol/headers.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import type { ServerInUse } from '#tests/support/app-server.ts'
import { until } from '#tests/support/wait.ts'

/** A write under its key, as in a batch. */
export interface Call {
  key: string
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: Record<string, unknown>
}

/** The response, byte for byte, with the account's epoch and commit sequence from it. */
export interface Answer {
  status: number
  retryAfter: string | null
  text: string
  /** The raw body, for responses that are not text. */
  bytes: Buffer
  epoch: string | null
  seq: number
}

export interface CallAnswer {
  status: number
  body: unknown
  seq: number
}

/** A signed-in client without a browser: plain HTTP with its session. */
export interface Account {
  /**
   * Sends one request over a connection that may break; throws when it does.
   * @param from another server on the same database; by default the one where the account signed in
   */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** Sends one call alone or several as a batch; returns one answer for each. */
  send(calls: readonly Call[], from?: ServerInUse): Promise<CallAnswer[]>
  /** Yields the change notifications from there, until the signal. */
  notifications(from: ServerInUse, signal: AbortSignal): AsyncIterable<Versions>
  list(): Promise<ListedMedication[]>
  /** Returns every event with a sequence above `since`. */
  log(since?: number): Promise<LoggedDoseEvent[]>
  /** Returns the account's current commit sequence. */
  seq(): Promise<number>
}

export interface RequestOptions {
  /** A form, or a value to send as JSON. */
  body?: unknown
  key?: string
  from?: ServerInUse
}

/** Signs up a new address through the real pages, as an adult on a trial. */
export async function signUp(
  server: ServerInUse,
  email = `person-${randomUUID().slice(0, 8)}@example.org`,
): Promise<Account> {
  const jar: string[] = []
  const submit = async (path: string, fields: Record<string, string>) => {
    const headers = { cookie: jar.join('; '), 'sec-fetch-site': 'same-origin' }
    const post = async () => {
      const body = new URLSearchParams(fields)
      const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body, redirect: 'manual' })
      return answer.status === 503 ? null : answer
    }
    // On a machine that busy the database lends no connection within three seconds: the server asks to come again.
    const answer = await until(post, { timeout: 20_000, interval: 500, what: `an answer of ${path}` })
    if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}`)
    jar.push(...answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''))
  }
  await submit('/api/login', { email })
  await submit('/api/login/code', { code: await server.codeFor(email) })
  const account = accountOf(server, jar.join('; '))
  const body = { dateOfBirth: '1980-05-17', timeZone: 'Australia/Sydney' }
  const verified = await account.request('POST', '/api/user/verify-age', { body })
  if (verified.status !== 200) throw new Error(`verifying the age answered ${verified.status}: ${verified.text}`)
  return account
}

function accountOf(server: ServerInUse, cookie: string): Account {
  const request: Account['request'] = async (method, path, { body, key, from = server } = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData)
    const answer = await fetch(`${from.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = bytes.toString()
    const { headers, status } = answer
    return {
      status,
      retryAfter: headers.get('retry-after'),
      text,
      bytes,
      epoch: headers.get(EPOCH_HEADER),
      seq: Number(headers.get(SEQ_HEADER)),
    }
  }
  const read = async (path: string): Promise<{ body: unknown; seq: number }> => {
    const { status, text, seq } = await request('GET', path)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`)
    return { body: JSON.parse(text), seq }
  }

  return {
    request,
    async send(calls, from = server) {
      const [only] = calls
      if (only && calls.length === 1) {
        const { status, text, seq } = await request(only.method, only.path, { ...only, from })
        return [{ status, body: text === '' ? null : JSON.parse(text), seq }]
      }
      const { status, text } = await request('POST', '/api/batch', { body: { calls }, from })
      if (status !== 200) throw new Error(`a batch was answered ${status}: ${text}`)
      return (JSON.parse(text) as BatchAnswer).results as CallAnswer[]
    },
    async *notifications(from, signal) {
      const answer = await fetch(`${from.url}/api/events`, { headers: { cookie }, signal })
      if (!answer.ok || !answer.body) throw new Error(`listening answered ${answer.status}`)
      let text = ''
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
        const messages = (text + chunk).split('\n\n')
        text = messages.pop() ?? ''
        for (const message of messages) {
          const data = /^event: versions\ndata: (.*)$/m.exec(message)?.[1]
          if (data) yield versionsSchema.parse(JSON.parse(data))
        }
      }
    },
    list: async () => (await read('/api/medications')).body as ListedMedication[],
    async log(since = 0) {
      const events: LoggedDoseEvent[] = []
      for (let cursor = since, more = true; more; ) {
        const page = (await read(`/api/doses?since=${cursor}`)).body as DosesAnswer
        events.push(...page.events)
        cursor = page.cursor
        more = page.more
      }
      return events
    },
    seq: async () => (await read('/api/medications')).seq,
  }
}
