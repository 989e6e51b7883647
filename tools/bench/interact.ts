import type { Locator, Page } from 'playwright-core'

declare global {
  /** The interaction that is being measured; set in the measured page. */
  var interaction: Promise<Interaction> | undefined
}

/** An element with this text that has to be on the page, or has to be gone. */
export interface Shown {
  selector: string
  text: string
  isThere: boolean
}

/** What followed a tap, in milliseconds. */
export interface Interaction {
  /** From the tap until the frame that shows everything it was for. */
  painted: number
  /** From the tap until the next frame, whatever it shows, as Event Timing counts it for INP. */
  inp: number
  /** The tasks of more than 50 ms that began within a second of the tap. */
  tasks: number[]
}

/** Taps an element with the mouse of the browser, and measures what follows. */
export async function interact(page: Page, target: Locator, shown: readonly Shown[]): Promise<Interaction> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('What is to be tapped is not visible')
  await page.evaluate(watchFor, shown)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const measured = await page.evaluate(() => globalThis.interaction)
  if (!measured) throw new Error('The page was loaded anew')
  return measured
}

/** Runs in the page. */
function watchFor(shown: readonly Shown[]): void {
  const AFTERWARDS = 1000
  const isShown = ({ selector, text, isThere }: Shown) =>
    [...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(text)) === isThere
  globalThis.interaction = new Promise((resolve) => {
    let tapped = 0
    let painted = 0
    let inp = 0
    const tasks: number[] = []
    addEventListener('click', ({ timeStamp }) => (tapped = timeStamp), { capture: true, once: true })
    const events = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (tapped > 0 && entry.startTime > tapped - 1000) inp = Math.max(inp, entry.duration)
    })
    events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    const long = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (tapped > 0 && startTime + duration > tapped) tasks.push(duration)
    })
    long.observe({ type: 'longtask' })
    const changes = new MutationObserver(() => {
      if (tapped === 0 || !shown.every(isShown)) return
      changes.disconnect()
      // A frame's callbacks run before it is painted, and what they post runs after, ahead of everything that waits.
      const note = () => {
        painted = performance.now() - tapped
        setTimeout(finish, AFTERWARDS)
      }
      requestAnimationFrame(() => void scheduler.postTask(note, { priority: 'user-blocking' }))
    })
    const finish = () => {
      events.disconnect()
      long.disconnect()
      resolve({ painted, inp, tasks })
    }
    changes.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  })
}
