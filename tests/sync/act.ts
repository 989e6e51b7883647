import type { Device } from './device.ts'
import type { Chance } from './prng.ts'

/** The outcome of an operation. `nothing`: this device had nothing to do it with. */
export type Done = 'saved' | 'refused here' | 'settled' | 'nothing'

export type Act = (device: Device, chance: Chance) => Promise<Done>
