import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { type CallAnswer, laterText, sentenceOf } from '#src/platform/online-calls.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { useSession } from './session.ts'

/**
 * Returns a list that only the server has, null while it is fetched for the first time, and a function that fetches it
 * again.
 * @param fetchList stays the same from render to render
 */
export function useServerList<Row>(
  fetchList: (account: UserId) => Promise<CallAnswer<Row[]>>,
): [listed: CallAnswer<Row[]> | null, look: () => void] {
  const { account, sync } = useSession()
  const [listed, setListed] = useState<CallAnswer<Row[]> | null>(null)
  const look = useCallback(() => void fetchList(account.id).then(setListed).catch(reportError), [fetchList, account.id])
  // Once sync has found out whether there is a connection, and again when that changes.
  const { kind } = sync.phase
  useEffect(() => {
    if (kind !== 'starting') look()
  }, [kind, look])
  return [listed, look]
}

/** Why a form could not be sent; `field` is the field that the sentence is about. */
interface Problem {
  field: string | null
  sentence: string
}

/** The state of a form that the server answers: what was typed survives a failed call. */
export function useCallForm<Values extends object>(start: Values) {
  const [opening] = useState(start)
  const [values, setValues] = useState(opening)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSaving, setSaving] = useState(false)
  return {
    values,
    change(part: Partial<Values>) {
      setValues((before) => ({ ...before, ...part }))
      setProblem(null)
    },
    isChanged: JSON.stringify(values) !== JSON.stringify(opening),
    isSaving,
    setProblem,
    /** The sentence about a field that the form shows beside it. */
    problemOf: (field: string) => (problem?.field === field ? problem.sentence : undefined),
    /** The sentence about anything else. */
    problemBeside: (...fields: string[]) =>
      problem && !fields.includes(problem.field ?? '') ? problem.sentence : undefined,
    /** Sends it, one call at a time. Returns what the server answered; null if it did not do it, and the form says why. */
    async send<T>(call: () => Promise<CallAnswer<T>>): Promise<T | null> {
      if (isSaving) return null
      setSaving(true)
      const answer = await call()
      setSaving(false)
      if (answer.kind === 'ok') return answer.value
      setProblem(answer.kind === 'refused' ? answer : { field: null, sentence: laterText() })
      return null
    },
  }
}

interface EndDialogProps {
  /** The question. */
  title: string
  /** What stops with it. */
  children: ReactNode
  /** The verb on the button that does it. */
  confirmLabel: string
  /** Said once it is done. */
  done: string
  end(account: UserId): Promise<CallAnswer<null>>
  onClose(isEnded: boolean): void
}

/** Asks before something ends that only the server can end, and says what became of it. */
export function EndDialog({ title, children, confirmLabel, done, end, onClose }: EndDialogProps) {
  const { account } = useSession()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const answer = await end(account.id)
    setBusy(false)
    if (answer.kind === 'ok') toast({ title: done })
    else toast({ title: t('Nothing was changed'), description: sentenceOf(answer), tone: 'destructive' })
    onClose(answer.kind === 'ok')
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      busy={isBusy ? t('Ending') : undefined}
      onCancel={() => onClose(false)}
      onConfirm={() => void confirm().catch(reportError)}
    >
      {children}
    </ConfirmDialog>
  )
}
