import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { UserId } from '#domain/lib/ids.ts'
import type { Tries } from '#src/data/app-lock.ts'
import { countdownText, triesText } from './lock-text.ts'
import { provePasskey, provePin, readTries } from './proof.ts'
import { NO_TRIES, waitOf } from './tries.ts'

const TICK_MS = 1000

const PASSKEY_PROBLEM = { words: 'The passkey was not used. Try again, or type the PIN.', isPause: false }

interface Problem {
  words: string
  /** It is none any more once the pause is over. */
  isPause: boolean
}

function problemOf(tries: Tries): Problem {
  const wait = waitOf(tries, Date.now())
  return { words: triesText(tries, wait), isPause: wait > 0 }
}

/** The field for a PIN and what follows from it, on the lock and wherever the lock is to be changed. */
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
    // Gone while it is looked at: the same words said twice are heard once only.
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
    setProblem(PASSKEY_PROBLEM)
  }

  return {
    field,
    pin,
    setPin,
    problem: problem?.isPause && wait === 0 ? undefined : problem?.words,
    isBusy,
    /** Counts down while no PIN is looked at; null when one may be tried. */
    pause: wait > 0 ? countdownText(wait) : null,
    submit: (event: FormEvent) => void submit(event).catch(reportError),
    askForPasskey: () => void askForPasskey().catch(reportError),
  }
}

/** The rest of a pause, in milliseconds, as it goes by. */
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
