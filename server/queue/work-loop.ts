/** How long a loop rests before its next turn (ms). */
export interface Rest {
  /** At least this long, even if woken. */
  atLeast?: number
  /** At most this long, unless woken. */
  upTo?: number
}

export interface WorkLoopOptions {
  /**
   * Claims what is due, works on it, and returns how long to rest. The turn handles failures of single items itself.
   */
  turn(): Promise<Rest>
  /** The rest after a turn that threw. */
  afterFault: Rest
  onFault(error: unknown): void
  /** Writes often come in quick succession: after one wakes the loop, it waits this long (ms) for the next. */
  settle?: number
}

export interface WorkLoop {
  start(): void
  /** Tells the loop that something was written that may be due sooner than what it is waiting for. */
  wake(): void
  /** Returns whether it was told to stop. A turn with several steps checks this before each. */
  isStopping(): boolean
  /** Starts no further turn and resolves when the current one has ended. */
  stop(): Promise<void>
}

/**
 * Takes turns until stopped: the one loop behind reminders, mails and jobs (decision 059). Each turn decides what to
 * claim, for how long, and what to do about failures. A wake during a turn is not lost: the rest that follows ends
 * immediately.
 */
export function workLoop({ turn, afterFault, onFault, settle = 0 }: WorkLoopOptions): WorkLoop {
  let isStopping = false
  let isWoken = false
  let running: Promise<void> | undefined
  let look = () => {}

  /** Resolves after this time, or as soon as `isOver` returns true; `look` checks it again. */
  const pause = (ms: number, isOver: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (ms <= 0 || isOver()) return resolve()
      const timer = setTimeout(end, ms)
      function end() {
        clearTimeout(timer)
        look = () => {}
        resolve()
      }
      look = () => {
        if (isOver()) end()
      }
    })

  async function rest({ atLeast = 0, upTo = 0 }: Rest): Promise<void> {
    await pause(atLeast, () => isStopping)
    if (upTo <= 0) return
    await pause(upTo, () => isStopping || isWoken)
    if (isWoken) await pause(settle, () => isStopping)
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      isWoken = false
      const next = await turn().catch((error: unknown) => {
        onFault(error)
        return afterFault
      })
      await rest(next)
    }
  }

  return {
    start() {
      running ??= run()
    },
    wake() {
      isWoken = true
      look()
    },
    isStopping: () => isStopping,
    async stop() {
      isStopping = true
      look()
      await running
    },
  }
}
