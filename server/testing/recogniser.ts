import type { Recognised, Recogniser } from '../recognition/recogniser.ts'

export interface TestRecogniser extends Recogniser {
  /** What every picture contains until another result is set. */
  answer: Recognised
  /** How many pictures were read. */
  readings: number
}

/** Returns a recogniser that immediately reads what it is told. */
export const testRecogniser = (text = ''): TestRecogniser => ({
  answer: { kind: 'read', text, confidence: 90 },
  readings: 0,
  async read() {
    this.readings += 1
    return this.answer
  },
  close: () => undefined,
})

export const READS_NOTHING: Recogniser = testRecogniser()
