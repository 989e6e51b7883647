import { type Clock, withGlobal } from '@sinonjs/fake-timers'
import { task } from './task.ts'

type Work = (...words: unknown[]) => void

/** Accepts `00:31`, `01:02:03` or milliseconds, as Playwright's clock does. */
function millisecondsOf(time: number | string): number {
  if (typeof time === 'number') return time
  return 1000 * time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/**
 * The clock of one device, with Playwright's method names. Pages loaded later follow it; until `install` it is the real
 * one.
 */
export class DeviceClock {
  #clock: Clock | undefined

  /** Sets the time to `time`, an epoch in milliseconds; from there it runs as fast as the real one. */
  async install({ time = Date.now() }: { time?: number } = {}): Promise<void> {
    this.#clock?.uninstall()
    const faked = { Date, setTimeout, clearTimeout, setInterval, clearInterval }
    this.#clock = withGlobal(faked).install({ now: time, shouldAdvanceTime: true })
  }

  /** Jumps: whatever became due in between fires once, now. */
  async fastForward(time: number | string): Promise<void> {
    await task()
    this.#installed.jump(millisecondsOf(time))
    await task()
  }

  /** Lets time pass: everything fires when it is due. */
  async runFor(time: number | string): Promise<void> {
    await task()
    await this.#installed.tickAsync(millisecondsOf(time))
    await task()
  }

  end(): void {
    this.#clock?.uninstall()
  }

  get #installed(): Clock {
    if (!this.#clock) throw new Error('The clock is not installed')
    return this.#clock
  }

  now(): number {
    return this.#clock ? this.#clock.now : Date.now()
  }

  /** Returns a function that stops the timer. */
  #start(kind: 'setTimeout' | 'setInterval', fire: () => void, after = 0): () => void {
    const clock = this.#clock
    if (clock) {
      const timer = clock[kind](fire, after)
      return () => clock.clearTimeout(timer)
    }
    const timer = kind === 'setTimeout' ? setTimeout(fire, after) : setInterval(fire, after)
    return () => clearTimeout(timer)
  }

  /** The clock globals of a page, whose timers end with the page. */
  parts(closed: AbortSignal): Record<string, unknown> {
    const running = new Map<number, () => void>()
    let made = 0
    const set =
      (kind: 'setTimeout' | 'setInterval') =>
      (work: Work, after?: number, ...words: unknown[]) => {
        if (closed.aborted) return 0
        made += 1
        const id = made
        const fire = () => {
          if (kind === 'setTimeout') running.delete(id)
          if (!closed.aborted) work(...words)
        }
        running.set(id, this.#start(kind, fire, after))
        return id
      }
    const clear = (id: number) => {
      running.get(id)?.()
      running.delete(id)
    }
    closed.addEventListener('abort', () => {
      for (const end of running.values()) end()
    })
    const now = () => this.now()
    class PageDate extends Date {
      constructor(...parts: unknown[]) {
        if (parts.length === 0) super(now())
        else super(...(parts as [number]))
      }
      static override now() {
        return now()
      }
    }
    return {
      Date: PageDate,
      setTimeout: set('setTimeout'),
      setInterval: set('setInterval'),
      clearTimeout: clear,
      clearInterval: clear,
    }
  }
}
