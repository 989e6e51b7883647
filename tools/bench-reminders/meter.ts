/** Loaded into the server before its own code: tells its parent what it has used so far. */
import { answerQuestions } from './questions.ts'

export interface Usage {
  /** Processor time, milliseconds. */
  cpu: number
  /** Resident memory in bytes, now and at its highest. */
  rss: number
  peak: number
}

answerQuestions(() => {
  const { user, system } = process.cpuUsage()
  const used: Usage = {
    cpu: (user + system) / 1000,
    rss: process.memoryUsage.rss(),
    peak: process.resourceUsage().maxRSS * 1024,
  }
  return used
})
