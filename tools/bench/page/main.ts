import '#src/platform/zod-without-eval.ts'
import { fillDatabase, pageClock } from './device.ts'
import * as local from './local.ts'
import * as people from './people.ts'
import * as rawSync from './raw-sync.ts'
import * as sync from './sync.ts'
import * as twoDevices from './two-devices.ts'

/** The functions that the bench calls in a page, by name (../bench-page.ts). */
const calls = { fillDatabase, pageClock, ...local, ...people, ...rawSync, ...sync, ...twoDevices }

export type PageCalls = typeof calls

Object.assign(globalThis, { dosewellBench: calls })
