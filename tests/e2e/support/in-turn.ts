/**
 * Runs in the worker and in pages. If notifications are read while Chromium is between saving one and showing it,
 * Chromium forgets that one: it stays on the screen but is no longer listed. Tests read all the time, so here each
 * waits its turn.
 */
export function showAndReadInTurn(): void {
  // An empty tab has no workers.
  if (!isSecureContext) return
  const { prototype } = ServiceWorkerRegistration
  const { showNotification, getNotifications } = prototype
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work)
    last = result
    return result
  }
  prototype.showNotification = function (...words) {
    return inTurn(() => showNotification.apply(this, words))
  }
  prototype.getNotifications = function (...filter) {
    return inTurn(() => getNotifications.apply(this, filter))
  }
}
