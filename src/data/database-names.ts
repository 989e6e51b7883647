import type { UserId } from '#domain/lib/ids.ts'

export const databaseName = (user: UserId): string => `dosewell-${user}`

/** As IndexedDB counts it: Dexie keeps its own versions times ten. */
export const DATABASE_VERSION = 60

/** Where the device store lies: an IndexedDB database of its own, the same for every user. */
export const DEVICE_STORE = { database: 'dosewell-device', store: 'values' } as const
