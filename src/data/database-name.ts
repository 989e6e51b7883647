import type { UserId } from '#domain/lib/ids.ts'

export const databaseName = (user: UserId): string => `dosewell-${user}`

/** As IndexedDB counts it: Dexie keeps its own versions times ten. */
export const DATABASE_VERSION = 60
