import { parentPort, workerData } from 'node:worker_threads'
import { changeNumber } from './changed-modules.ts'
import type { Found, Work } from './run-seeds.ts'

const work = workerData as Work
const playing = './play-share.ts'

async function found(): Promise<Found> {
  if ('range' in work) {
    const { playShare } = (await import(playing)) as typeof import('./play-share.ts')
    return { outcome: await playShare(work.range) }
  }
  const failures: string[][] = []
  for (const [number, { range }] of work.onChanged.entries()) {
    const address = `${playing}${changeNumber(number)}`
    const { playShareOnChanged } = (await import(address)) as typeof import('./play-share.ts')
    failures.push(await playShareOnChanged(range))
  }
  return { failures }
}

parentPort?.postMessage(await found())
