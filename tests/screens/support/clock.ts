import { type Clock, withGlobal } from '@sinonjs/fake-timers'
import { task } from './task.ts'

type Work = (...words: unknown[]) => void

/** `00:31`, `01:02:03` or milliseconds, as Playwright's clock takes them. */
function millisecondsOf(time: number | string): number {
  if (typeof time === 'number') return time
  return 1000 * time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/** The clock of one device, with Playwright's words. Pages that are loaded later live by it; until `install` it is the real one. */
export class DeviceClock {
  #clock: Clock | undefined
  /** From now on time begins at `time`, an epoch in milliseconds, and goes on as fast as the real one. */
  async install({ time = Date.now() }: { time?: number } = {}): Promise<void> {
    this.#clock?.uninstall()
    const faked = { Date, setTimeout, clearTimeout, setInterval, clearInterval }
    this.#clock = withGlobal(faked).install({ now: time, shouldAdvanceTime: true })
  }

  /** Jumps: what was due meanwhile is due once, now. */
  async fastForward(time: number | string): Promise<void> {
    await task()
    this.#installed.jump(millisecondsOf(time))
    await task()
  }

  /** Lets time pass: everything happens when it is due. */
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

  /** Returns what ends the timer. */
  #start(kind: 'setTimeout' | 'setInterval', fire: () => void, after = 0): () => void {
    const clock = this.#clock
    if (clock) {
      const timer = clock[kind](fire, after)
      return () => clock.clearTimeout(timer)
    }
    const timer = kind === 'setTimeout' ? setTimeout(fire, after) : setInterval(fire, after)
    return () => clearTimeout(timer)
  }

  /** The globals of a page, whose timers end with it. */
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
