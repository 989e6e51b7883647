import { DIRECTION_FIELDS } from '@dosewell/reading/direction-values'
import { readDirections } from '@dosewell/reading/directions'
import { plainDirections } from './directions-plain.ts'
import { ownCorpora, sharedCorpora } from './sample.ts'
import type { Reader, Reading } from './score.ts'
import { exactTarget, type Section, scoreAll, wrongTarget } from './section.ts'

const ours: Reader = {
  name: 'Dosewell',
  read({ text }) {
    const read = readDirections(text)
    const readings: Record<string, Reading> = {}
    for (const field of DIRECTION_FIELDS) {
      const fact = read[field]
      if (fact) readings[field] = { value: fact.value, isSure: fact.confidence === 'sure' }
    }
    return readings
  },
}

export const directions: Section = {
  name: 'directions',
  measure() {
    const corpora = [...sharedCorpora('sig.jsonl'), ...ownCorpora('directions.jsonl')]
    const scores = scoreAll(corpora, [ours, plainDirections])
    return {
      name: 'directions',
      scores,
      targets: [exactTarget(scores, 0.85), wrongTarget(scores)],
      notes: [],
    }
  },
}
