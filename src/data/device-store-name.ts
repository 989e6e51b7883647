/** Where the device store lies: an IndexedDB database of its own, the same for every user. */
export const DEVICE_STORE = { database: 'dosewell-device', store: 'values' } as const
