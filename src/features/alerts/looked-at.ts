const NAME = 'dosewell-looked-at'

/** Returns the Web Locks, which a browser may lack; then every page announces reminders itself. */
const locks = (): LockManager | undefined => navigator.locks

export interface LookedAt {
  /** Returns whether another page of the app is visible while this one is hidden. */
  isElsewhere(): Promise<boolean>
  end(): void
}

/**
 * Lets the pages of a browser know which of them are visible: each visible one holds a shared lock (Web Locks), which
 * the browser releases when the page dies. This needs no timers, which run only once a minute in a hidden tab.
 */
export function watchLookedAt(): LookedAt {
  const listening = new AbortController()
  let release: (() => void) | null = null
  const change = () => {
    const isVisible = document.visibilityState === 'visible' && !listening.signal.aborted
    if (isVisible) release ??= holdLock()
    else {
      release?.()
      release = null
    }
  }
  document.addEventListener('visibilitychange', change, { signal: listening.signal })
  change()
  return {
    async isElsewhere() {
      if (document.visibilityState === 'visible') return false
      try {
        const { held } = (await locks()?.query()) ?? {}
        return held?.some(({ name }) => name === NAME) ?? false
      } catch {
        // Better two reminders than none.
        return false
      }
    },
    end() {
      listening.abort()
      change()
    },
  }
}

function holdLock(): () => void {
  const letGo = new AbortController()
  const untilLetGo = new Promise<void>((resolve) => letGo.signal.addEventListener('abort', () => resolve()))
  const hold = async () => {
    await locks()?.request(NAME, { mode: 'shared', signal: letGo.signal }, () => untilLetGo)
  }
  hold().catch(() => {
    // Released before it was granted, or refused.
  })
  return () => letGo.abort()
}
