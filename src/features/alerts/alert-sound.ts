/** The pattern of the alert (specification, section 9): 5 s of beats, 5 s of rest, 5 s of beats; a beat every 0.8 s. */
export const PLAY_MS = 5000
export const PAUSE_MS = 5000
export const BEAT_MS = 800

export interface SoundTimers {
  set(run: () => void, ms: number): unknown
  clear(handle: unknown): void
}

export interface SoundPorts {
  timers: SoundTimers
  /** One stroke of the bell. */
  beat(): void
  /** Cuts off any sound still playing. */
  silence(): void
  /** Called at the rest in between, which leaves room for a voice. At most once per start. */
  onPause(): void
  onChange(isPlaying: boolean): void
}

/** Moments of one run (ms from its start), and what happens at each. */
const STEPS: readonly { at: number; what: 'beat' | 'pause' | 'end' }[] = [
  ...beatsFrom(0),
  { at: PLAY_MS, what: 'pause' },
  ...beatsFrom(PLAY_MS + PAUSE_MS),
  { at: 2 * PLAY_MS + PAUSE_MS, what: 'end' },
]

function beatsFrom(start: number): { at: number; what: 'beat' }[] {
  const count = Math.ceil(PLAY_MS / BEAT_MS)
  return Array.from({ length: count }, (_, index) => ({ at: start + index * BEAT_MS, what: 'beat' }))
}

/** Plays the pattern once per `start`; starting again restarts it. */
export class AlertSound {
  readonly #ports: SoundPorts
  #timer: unknown = null
  #isPlaying = false

  constructor(ports: SoundPorts) {
    this.#ports = ports
  }

  start(): void {
    this.#cancel()
    this.#set(true)
    this.#run(0)
  }

  stop(): void {
    this.#cancel()
    if (!this.#isPlaying) return
    this.#ports.silence()
    this.#set(false)
  }

  /** Runs the steps of one moment, then waits for the next. */
  #run(index: number): void {
    const step = STEPS[index]
    if (!step) return
    if (step.what === 'beat') this.#ports.beat()
    if (step.what === 'pause') this.#ports.onPause()
    if (step.what === 'end') this.#set(false)
    const next = STEPS[index + 1]
    if (next) this.#timer = this.#ports.timers.set(() => this.#run(index + 1), next.at - step.at)
  }

  #cancel(): void {
    if (this.#timer !== null) this.#ports.timers.clear(this.#timer)
    this.#timer = null
  }

  #set(isPlaying: boolean): void {
    if (this.#isPlaying === isPlaying) return
    this.#isPlaying = isPlaying
    this.#ports.onChange(isPlaying)
  }
}
