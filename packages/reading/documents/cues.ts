import { patternsOf } from '../patterns.ts'
import documentCues from '../vocabulary/document-cues.json' with { type: 'json' }

export const CUES = patternsOf(documentCues)
