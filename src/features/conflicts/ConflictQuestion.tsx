import { CircleQuestionMark } from 'lucide-react'
import { useEffect } from 'react'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { inSentences } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { useMay } from '#src/session/may.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { announce } from '#src/ui/live-region.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { answersTo } from './conflict-answers.ts'
import { conflictText } from './conflict-text.ts'
import { useAnswer } from './use-answer.ts'

interface ConflictQuestionProps {
  conflict: SlotConflict
  /** How many more questions follow. */
  more?: number | undefined
}

/** A slot that several devices logged: which devices and when; the question and its answers for those who may log. */
export function ConflictQuestion({ conflict, more = 0 }: ConflictQuestionProps) {
  const { zone, device } = useSession()
  const { date: today } = localAt(useNow(), zone)
  const answer = useAnswer()
  const mayLog = useMay('log')
  const words = conflictText(conflict, { today, zone, device })
  const said = inSentences([words.title, mayLog && words.question])
  useEffect(() => announce(said), [said])
  return (
    <Notice icon={<CircleQuestionMark className="icon" />} title={words.title} className="conflict">
      <p>{words.slot}</p>
      <ul>
        {words.entries.map((entry) => (
          <li key={entry.event.id}>{entry.words}</li>
        ))}
      </ul>
      {mayLog ? (
        <>
          <p className="strong">{words.question}</p>
          <div className="btns">
            {answersTo(conflict).map((one) => (
              <Button key={one} variant="plain" onClick={() => void answer(conflict, one)}>
                {words.answers[one]}
              </Button>
            ))}
          </div>
        </>
      ) : null}
      {more > 0 ? (
        <p className="quiet">
          {t('{count, plural, one {# more question after this.} other {# more questions after this.}}', {
            count: more,
          })}
        </p>
      ) : null}
    </Notice>
  )
}

/** On home: one question at a time, newest slot first. */
export function ConflictQuestions({ conflicts }: { conflicts: readonly SlotConflict[] }) {
  const [first, ...others] = conflicts
  return first ? <ConflictQuestion key={first.slotId} conflict={first} more={others.length} /> : null
}
