import type { BatchAnswer } from '#domain/protocol/batch.ts'
import type { ImportAnswer } from '#domain/protocol/import.ts'
import { fullBatch } from './batches.ts'
import { exportedZip } from './exported-zip.ts'
import type { Busy } from './people.ts'

/** What the other account does, over and over. */
export const LOADS = ['nothing', 'batches', 'imports', 'exports', 'reads', 'everything'] as const
export type LoadName = (typeof LOADS)[number]

export interface Load {
  name: LoadName
  /** Prepares and begins. `end` resolves when everything under way has finished, with a summary of what was done. */
  begin(): Promise<{ end(): Promise<string> }>
}

/** One round of a load; returns the amount done. Throws for a wrong answer. */
type Round = (round: number) => Promise<number>

type Ask = (url: string, init?: RequestInit) => Promise<Response>

export function loadsOf(name: LoadName, origin: string, busy: Busy, doses: number): Load {
  const ask: Ask = (url, init = {}) =>
    fetch(`${origin}${url}`, {
      ...init,
      headers: {
        cookie: `dosewell-session=${busy.token}`,
        'sec-fetch-site': 'same-origin',
        ...(init.headers as Record<string, string>),
      },
    })
  const kinds = name === 'everything' ? LOADS.filter((one) => one !== name && one !== 'nothing') : [name]
  return {
    name,
    begin: async () => {
      const rounds = await Promise.all(kinds.map((kind) => roundOf(kind, ask, busy, doses)))
      const loops = rounds.map((round, index) => loop(kinds[index] as LoadName, round))
      return {
        end: async () => (await Promise.all(loops.map((one) => one.end()))).join(', '),
      }
    },
  }
}

/** Repeats the round until ended. While the server asks for a pause, it behaves like a client. */
function loop(name: LoadName, round: Round | null) {
  let isOver = false
  let [rounds, amount] = [0, 0]
  const running = (async () => {
    while (round && !isOver) {
      amount += await round(rounds)
      rounds += 1
    }
  })()
  running.catch(() => undefined)
  return {
    end: async () => {
      isOver = true
      await running
      return round ? `${rounds} ${name} (${amount})` : 'nothing'
    },
  }
}

async function roundOf(name: LoadName, ask: Ask, busy: Busy, doses: number): Promise<Round | null> {
  switch (name) {
    case 'batches':
      return (round) => postBatch(ask, busy, round)
    case 'imports': {
      const zips = [exportedZip(doses), exportedZip(doses)]
      return (round) => importZip(ask, zips[round % zips.length] as Blob, round)
    }
    case 'exports':
      return async () => (await answered(ask('/api/user/export'))).byteLength
    case 'reads':
      return () => readEverything(ask)
    default:
      return null
  }
}

async function answered(asking: Promise<Response>): Promise<ArrayBuffer> {
  const answer = await asking
  const bytes = await answer.arrayBuffer()
  if (answer.status === 429 || answer.status === 503) {
    const wait = Number(answer.headers.get('retry-after') ?? 1)
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  } else if (!answer.ok) {
    throw new Error(`${answer.url} answered ${answer.status}: ${Buffer.from(bytes).toString().slice(0, 300)}`)
  }
  return bytes
}

const jsonOf = (bytes: ArrayBuffer): unknown => JSON.parse(Buffer.from(bytes).toString())

async function postBatch(ask: Ask, busy: Busy, round: number): Promise<number> {
  const body = JSON.stringify({ calls: fullBatch(busy.medicationIds, round) })
  const headers = { 'content-type': 'application/json' }
  const answer = jsonOf(await answered(ask('/api/batch', { method: 'POST', body, headers }))) as BatchAnswer
  const wrong = answer.results?.find(({ status }) => status >= 400 && status !== 424)
  if (wrong) throw new Error(`a call of a batch answered ${JSON.stringify(wrong).slice(0, 300)}`)
  return answer.results?.filter(({ status }) => status < 300).length ?? 0
}

async function importZip(ask: Ask, zip: Blob, round: number): Promise<number> {
  const form = new FormData()
  form.set('file', zip, `export-${round}.zip`)
  const answer = jsonOf(await answered(ask('/api/user/import', { method: 'POST', body: form }))) as ImportAnswer
  return answer.doses?.added ?? 0
}

async function readEverything(ask: Ask): Promise<number> {
  const urls = [
    '/api/medications',
    '/api/reminders/upcoming',
    '/api/reminders/due-now?hours=9&minutes=0',
    '/api/doses?since=0&form=columns',
  ]
  for (const url of urls) await answered(ask(url))
  return urls.length
}
