import '#src/platform/zod-without-eval.ts'
import * as cold from './cold.ts'
import * as local from './local.ts'
import * as sync from './sync.ts'
import * as twoDevices from './two-devices.ts'

/** What the bench calls in a page, by name (../bench-page.ts). */
const calls = { ...cold, ...local, ...sync, ...twoDevices }

export type PageCalls = typeof calls

Object.assign(globalThis, { dosewellBench: calls })
