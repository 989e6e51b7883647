import { parentPort, workerData } from 'node:worker_threads'
import { noCounts } from './counts.ts'
import type { Portion, Share } from './run-timelines.ts'
import { playTimeline } from './timeline.ts'

/** How many timelines are reported at a time. */
const PORTION = 1_000

const { from, count, step } = workerData as Share
let portion: Portion = { counts: noCounts(), played: [] }

for (let index = 0; index < count; index += step) {
  const seed = from + index
  const played = await playTimeline(String(seed), portion.counts)
  if (played.missed.length + played.doubled.length + played.wrong.length > 0) portion.played.push({ seed, played })
  if (portion.counts.timelines >= PORTION) tell()
}
tell()

function tell(): void {
  parentPort?.postMessage(portion)
  portion = { counts: noCounts(), played: [] }
}
