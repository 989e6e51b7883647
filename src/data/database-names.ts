import type { UserId } from '#domain/lib/ids.ts'

export const databaseName = (user: UserId): string => `dosewell-${user}`

/** The version as IndexedDB counts it: Dexie multiplies its own by ten. */
export const DATABASE_VERSION = 120

/**
 * The key in the device store of the people whom an account may see. It ends in the account, so that it is deleted with
 * everything else known of it (device-owners.ts).
 */
export const peopleKey = (account: UserId): string => `people:${account}`

/** The device store: a separate IndexedDB database, the same for every user. */
export const DEVICE_STORE = { database: 'dosewell-device', store: 'values' } as const
