/** When this page was loaded again for its code, as milliseconds since the epoch, so that it does not go round in circles. */
const RELOADED = 'reloaded-for-code'
const NOT_BEFORE_MS = 60_000

/**
 * Loads the page again once the code it lacks can be fetched. To import it again is not enough: a module that failed
 * once stays failed for its document (HTML, the module map; Chromium since 150). What was typed survives as a draft.
 */
export async function reloadOnceCodeArrives(): Promise<void> {
  const before = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (Date.now() - before < NOT_BEFORE_MS || !(await isFetchable())) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
}

/** The build names what a late part consists of in these links, before it imports the part. */
async function isFetchable(): Promise<boolean> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')]
  const answers = links.map(({ href }) =>
    fetch(href).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return (await Promise.all(answers)).every((isThere) => isThere)
}
