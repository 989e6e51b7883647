import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface Watch {
  origin: string
  /** The session that asks. */
  token: string
  seconds: number
  /** Milliseconds from one request to the next, whether or not there was an answer. */
  every: number
}

/** Measures how long each request waits for its answer (ms), from its planned start. Runs in a separate thread. */
export function watch(asked: Watch): Promise<number[]> {
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: asked })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  })
}

/** Requests that do not count. */
const WARM_UP = 20

if (!isMainThread) parentPort?.postMessage(await askSteadily(workerData as Watch))

async function askSteadily({ origin, token, seconds, every }: Watch): Promise<number[]> {
  // Connecting and compiling are not part of the waiting time.
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
