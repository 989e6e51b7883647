import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { roleAllows } from '#domain/access/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { PersonId, UserId } from '#domain/lib/ids.ts'
import type { ImportAnswer } from '#domain/protocol/import.ts'
import { nameOnScreen } from '#domain/records/person.ts'
import type { AccountAnswer } from '#src/platform/account-calls.ts'
import { callImport } from '#src/platform/import-call.ts'
import { withLock } from '#src/platform/locks.ts'
import { useSessions } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Select } from '#src/ui/Select.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { addedText, addsAnything, originText, previewLines, problemText } from './import-text.ts'
import { failureText } from './use-account-calls.ts'

interface ImportDialogProps {
  file: File
  onClose(): void
}

/** What is running; null while the user is being asked. */
type Work = { is: 'looking' | 'importing'; share: number }

/** What an export contains, before anything of it is imported. It is imported as a whole or not at all. */
export function ImportDialog({ file, onClose }: ImportDialogProps) {
  const own = useSession()
  const targets = useTargets()
  const [into, setInto] = useState(own.whose.person)
  const { whose, zone, sync } = targets.find(({ session }) => session.whose.person === into)?.session ?? own
  const [from, setFrom] = useState<PersonId | null>(null)
  /** Whom the file has; it is known from the first look on. */
  const [people, setPeople] = useState<ImportAnswer['people']>()
  const [work, setWork] = useState<Work | null>({ is: 'looking', share: 0 })
  const [found, setFound] = useState<ImportAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // One key for all attempts: an import that was carried out, but whose answer was lost, is not carried out again.
  const key = useRef(v4())

  useEffect(() => {
    const onShare = (share: number) => setWork({ is: 'looking', share })
    onShare(0)
    setFound(null)
    setProblem(null)
    key.current = v4()
    const closed = new AbortController()
    let end = () => {}
    const look = async () => {
      const call = callImport(whose, { file, key: v4(), isPreview: true, from, onShare })
      end = call.end
      const answer = await call.answer
      if (closed.signal.aborted) return
      setWork(null)
      if (answer.kind !== 'ok') return setProblem(failureText(answer))
      setFound(answer.value)
      setPeople(answer.value.people)
    }
    // The server takes one file of an account at a time, and refuses a second one. A look whose dialog was closed goes
    // on, and so does one in another tab.
    withLock(`dosewell-import-${whose.account}`, { signal: closed.signal }, look).catch(() => {})
    return () => {
      closed.abort()
      end()
    }
  }, [file, whose, from])

  const carryOut = async () => {
    setProblem(null)
    setWork({ is: 'importing', share: 0 })
    const onShare = (share: number) => setWork({ is: 'importing', share })
    const answer = await callImport(whose, { file, key: key.current, isPreview: false, from, onShare }).answer
    setWork(null)
    if (answer.kind !== 'ok') return setProblem(notImported(answer))
    sync.request()
    toast({ title: t('Imported'), description: addedText(answer.value) })
    onClose()
  }

  const isImporting = work?.is === 'importing'
  const mayImport = found !== null && found.problemCount === 0 && addsAnything(found)
  return (
    <Dialog
      title={t('Import an export')}
      dismissable={!isImporting}
      closeButton={false}
      onClose={onClose}
      footer={
        <>
          {isImporting ? null : (
            <Button variant="plain" onClick={onClose}>
              {mayImport || work ? t('Cancel') : t('Close')}
            </Button>
          )}
          {mayImport ? (
            <Button variant="primary" busy={isImporting ? t('Importing') : undefined} onClick={() => void carryOut()}>
              {t('Import')}
            </Button>
          ) : null}
        </>
      }
    >
      {people && people.length > 0 ? (
        <Select
          label={t('Whose entries')}
          help={t('The file has those of several people.')}
          disabled={isImporting}
          value={from ?? ''}
          onChange={(event) => setFrom(people.find(({ id }) => id === event.target.value)?.id ?? null)}
        >
          <option value="">{t('The account’s own')}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
      {targets.length > 1 ? (
        <Select
          label={t('Import for')}
          disabled={isImporting}
          value={into}
          onChange={(event) => setInto(event.target.value as UserId)}
        >
          {targets.map(({ person, session }) => (
            <option key={person.id} value={session.whose.person}>
              {nameOnScreen(person)}
            </option>
          ))}
        </Select>
      ) : null}
      {found ? <Found answer={found} zone={zone} /> : null}
      {work ? <Progress work={work} /> : null}
      {problem ? (
        <Notice tone="missed" icon={<TriangleAlert className="icon" />} role="alert">
          {problem}
        </Notice>
      ) : null}
    </Dialog>
  )
}

/** Returns for whom entries can be imported: everybody whose records the account may change. */
const useTargets = () => useSessions().filter(({ person }) => roleAllows(person.role, 'change'))

/** The server continues even if nobody receives the answer. */
const notImported = (answer: Exclude<AccountAnswer<unknown>, { kind: 'ok' }>): string =>
  answer.kind === 'later'
    ? t(
        'No answer came. This needs a connection; with one, the import may still be going on. Try again: nothing is added twice.',
      )
    : failureText(answer)

function Found({ answer, zone }: { answer: ImportAnswer; zone: string }) {
  if (answer.problemCount > 0) return <Problems answer={answer} />
  const lines = previewLines(answer)
  return (
    <>
      <p className="quiet">{originText(answer, zone)}</p>
      {lines.length > 0 ? (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {addsAnything(answer) ? null : (
        <p>{t('Nothing to import: this file has nothing that is not in your account.')}</p>
      )}
      {answer.medications.added > 0 ? (
        <p>{t('You are reminded of added medicines from then on, on all your devices.')}</p>
      ) : null}
    </>
  )
}

function Problems({ answer: { problems, problemCount } }: { answer: ImportAnswer }) {
  const more = problemCount - problems.length
  return (
    <>
      <p>{t('This file can’t be imported as it is. Nothing was changed.')}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problemText(problem)}>{problemText(problem)}</li>
        ))}
      </ul>
      {more > 0 ? <p className="quiet">{t('And {count} more.', { count: more })}</p> : null}
    </>
  )
}

/** How much is sent; after that the server reads for an unknown time. */
function Progress({ work: { is, share } }: { work: Work }) {
  const isSent = share === 1
  const words = { looking: t('Looking at the file'), importing: t('Importing; please keep this page open') }[is]
  return (
    <div>
      <p className="small" role="status">
        {words}
      </p>
      <progress className="progress" aria-label={words} max={1} {...(isSent ? {} : { value: share })} />
    </div>
  )
}
