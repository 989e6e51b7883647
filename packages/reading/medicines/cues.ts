import { patternsOf } from '../patterns.ts'
import medicineCues from '../vocabulary/medicine-cues.json' with { type: 'json' }

export const CUES = patternsOf(medicineCues)
