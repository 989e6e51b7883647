import { type FormEvent, useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { UserId } from '#domain/lib/ids.ts'
import type { Tries } from '#src/data/app-lock.ts'
import { countdownText, triesText } from './lock-text.ts'
import { provePasskey, provePin, readTries } from './proof.ts'
import { NO_TRIES, waitOf } from './tries.ts'

const TICK_MS = 1000

interface Problem {
  words: string
  /** If so, it disappears when the pause is over. */
  isPause: boolean
}

function problemOf(tries: Tries): Problem {
  const wait = waitOf(tries, Date.now())
  return { words: triesText(tries, wait), isPause: wait > 0 }
}

/** The PIN field with its logic, on the lock screen and wherever the lock is changed. */
export function useProof(user: UserId, onProven: () => void | Promise<void>) {
  const [pin, setPin] = useState('')
  const [tries, setTries] = useState<Tries>(NO_TRIES)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const wait = useWait(tries)
  const field = useRef<HTMLInputElement>(null)

  // A pause outlives the page on which it began.
  useEffect(() => {
    void readTries(user, Date.now()).then((known) => {
      setTries(known)
      if (problemOf(known).isPause) setProblem(problemOf(known))
    }, reportError)
  }, [user])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || wait > 0 || pin === '') return
    setBusy(true)
    // Cleared during the check: the same text set twice would be announced only once.
    setProblem(null)
    const proof = await provePin(user, pin, Date.now())
    setBusy(false)
    setPin('')
    if (proof.kind === 'right') return onProven()
    setTries(proof.tries)
    setProblem(problemOf(proof.tries))
    field.current?.focus()
  }
  const askForPasskey = async () => {
    if (await provePasskey(user)) return onProven()
    setProblem({ words: t('The passkey was not used. Try again, or type the PIN.'), isPause: false })
  }

  return {
    field,
    pin,
    setPin,
    problem: problem?.isPause && wait === 0 ? undefined : problem?.words,
    isBusy,
    /** Counts down while no PIN is checked; null when one may be tried. */
    pause: wait > 0 ? countdownText(wait) : null,
    submit: (event: FormEvent) => void submit(event).catch(reportError),
    askForPasskey: () => void askForPasskey().catch(reportError),
  }
}

/** Returns the rest of a pause, in milliseconds, as it runs down. */
function useWait(tries: Tries): number {
  const [now, setNow] = useState(Date.now)
  const isOver = waitOf(tries, now) === 0
  useEffect(() => {
    setNow(Date.now())
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isOver])
  return waitOf(tries, now)
}
