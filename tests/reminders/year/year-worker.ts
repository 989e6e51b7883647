import { parentPort, workerData } from 'node:worker_threads'
import '#tests/sync/no-real-time-limits.ts'
import { playYear, type YearOptions } from './play-year.ts'

parentPort?.postMessage(await playYear(workerData as YearOptions))
