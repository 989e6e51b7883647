import { patternsOf } from '../patterns.ts'
import often from '../vocabulary/often.json' with { type: 'json' }

export const CUES = patternsOf(often)
