/** How long a loop rests before its next turn (ms). */
export interface Rest {
  /** Whatever happens. */
  atLeast?: number
  /** Unless it is woken. */
  upTo?: number
}

export interface WorkLoopOptions {
  /** Claims what is due, works on it, and returns how long to rest. What fails for one item is the turn's affair. */
  turn(): Promise<Rest>
  /** The rest after a turn that threw. */
  afterFault: Rest
  onFault(error: unknown): void
  /** Writes often come one after the other: one that wakes it is given this time (ms) to be followed by the next. */
  settle?: number
}

export interface WorkLoop {
  start(): void
  /** Something was written that may be due sooner than what it waits for. */
  wake(): void
  /** Whether it was told to stop: a turn in several steps asks before each. */
  isStopping(): boolean
  /** Begins no further turn; resolves when the one that runs has ended. */
  stop(): Promise<void>
}

/**
 * Takes turns until it is stopped: the one loop behind reminders, mails and jobs (decision 059). What is claimed, for how long and what
 * becomes of a failure is said by the turn. A wake during a turn is not lost: the rest after it ends at once.
 */
export function workLoop({ turn, afterFault, onFault, settle = 0 }: WorkLoopOptions): WorkLoop {
  let isStopping = false
  let isWoken = false
  let running: Promise<void> | undefined
  let look = () => {}

  /** Resolves after that time, or as soon as `isOver`; `look` has it asked again. */
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
