const NAME = 'dosewell-looked-at'

/** What a browser may lack: then each page rings by itself. */
const locks = (): LockManager | undefined => navigator.locks

export interface LookedAt {
  /** Whether a person looks at another page of the app while this one is hidden. */
  isElsewhere(): Promise<boolean>
  end(): void
}

/**
 * Tells the pages of a browser which of them are being looked at: each visible one holds a shared lock (Web Locks),
 * which the browser takes back when the page dies. Asking costs no timer: those of a hidden tab run once a minute.
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
        // Rather two rings than none.
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
    // Let go before it was given, or refused.
  })
  return () => letGo.abort()
}
