import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface Watch {
  origin: string
  /** The session of whoever asks. */
  token: string
  seconds: number
  /** Milliseconds from one question to the next, whether or not there was an answer. */
  every: number
}

/** How long each question waited for its answer (ms), from the moment it was meant to be asked. In a thread of its own. */
export function watch(asked: Watch): Promise<number[]> {
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: asked })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  })
}

/** Questions that do not count. */
const WARM_UP = 20

if (!isMainThread) parentPort?.postMessage(await askSteadily(workerData as Watch))

async function askSteadily({ origin, token, seconds, every }: Watch): Promise<number[]> {
  // Connections and compiled code are no part of what others wait.
  for (let time = 0; time < WARM_UP; time += 1) await waitFor(origin, token, performance.now())
  const begun = performance.now()
  const waits: Promise<number>[] = []
  for (let due = begun; due < begun + seconds * 1000; due += every) {
    const rest = due - performance.now()
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    waits.push(waitFor(origin, token, due))
  }
  return Promise.all(waits)
}

async function waitFor(origin: string, token: string, due: number): Promise<number> {
  const answer = await fetch(`${origin}/api/auth/user`, { headers: { cookie: `dosewell-session=${token}` } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`GET /api/auth/user answered ${answer.status}: ${text}`)
  return performance.now() - due
}
