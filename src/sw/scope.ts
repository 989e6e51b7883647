/** TypeScript's worker library types the general worker; this code only ever runs in a service worker. */
export const worker = self as unknown as ServiceWorkerGlobalScope

/** Background Sync and Periodic Background Sync (WICG): in no TypeScript library. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  /** True if the browser will not try again on its own. */
  readonly lastChance: boolean
}
