import { useRef } from 'react'
import { doseCommands } from '#domain/commands/dose-verbs.ts'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { t } from '#domain/language/translate.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { readConflict } from '#src/data/slot-read.ts'
import { useRecordDoses } from '#src/session/record-doses.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'
import { answerCommands, answersTo, type ConflictAnswer } from './conflict-answers.ts'
import { answeredText } from './conflict-text.ts'

/**
 * Returns a function that saves the user's answer, once, and shows a toast. An answer that another device has given
 * meanwhile is not repeated.
 */
export function useAnswer(): (asked: SlotConflict, answer: ConflictAnswer) => Promise<void> {
  const { db } = useSession()
  const record = useRecordDoses()
  const busy = useRef(false)

  const takeBack = async (events: readonly DoseEvent[]) => {
    const undone = await record((author) => doseCommands(author, { verb: 'undo', events }))
    if (undone.ok) toast({ title: t('Undone'), description: t('Each entry stands again.') })
    else toast({ title: t('Error'), description: undone.error.error, tone: 'destructive' })
  }

  const give = async (asked: SlotConflict, answer: ConflictAnswer) => {
    // The screen lags the log by a few milliseconds.
    const conflict = await readConflict(db, asked)
    if (!conflict || !answersTo(conflict).includes(answer)) return
    const saved = await record((author) => answerCommands(author, conflict, answer))
    if (!saved.ok) return void toast({ title: t('Error'), description: saved.error.error, tone: 'destructive' })
    const { events } = saved.value
    toast({
      title: answeredText(conflict, answer),
      // A dose moved outside the plan has its own Undo there, which makes it one dose again.
      action: answer === 'all' ? undefined : { label: t('Undo'), run: () => void takeBack(events) },
    })
  }

  return async (asked, answer) => {
    if (busy.current) return
    busy.current = true
    try {
      await give(asked, answer)
    } finally {
      busy.current = false
    }
  }
}
