import { patternsOf } from '../patterns.ts'
import speech from '../vocabulary/speech.json' with { type: 'json' }

export const CUES = patternsOf(speech)
