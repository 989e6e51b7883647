/**
 * Runs in the worker and in pages. Chromium forgets a notification that is read between being written down and being shown: it stays
 * on the screen and is listed no more. Tests read over and over, so here one waits for the other.
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
