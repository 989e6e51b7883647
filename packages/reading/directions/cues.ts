import { patternsOf } from '../patterns.ts'
import directionCues from '../vocabulary/direction-cues.json' with { type: 'json' }

export const CUES = patternsOf(directionCues)
