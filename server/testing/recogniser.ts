import type { Recognised, Recogniser } from '../recognition/recogniser.ts'

export interface TestRecogniser extends Recogniser {
  /** What every picture says until another answer is set. */
  answer: Recognised
  /** How many pictures were read. */
  readings: number
}

/** A recogniser that reads what it is told, at once. */
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
