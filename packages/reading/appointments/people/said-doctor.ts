import type { Read } from '../../words/read.ts'

/** Who is seen. */
export interface SaidDoctor extends Read<string> {
  /** Whether a title says that it is a doctor, and it is certain where the name ends. */
  isSure: boolean
}
