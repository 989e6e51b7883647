import { patternsOf } from '../patterns.ts'
import labelCues from '../vocabulary/label-cues.json' with { type: 'json' }

export const CUES = patternsOf(labelCues)
