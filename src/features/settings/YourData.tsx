import { Download, FileJson } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { exportFileName, fhirFileName } from '#domain/export/format.ts'
import { t } from '#domain/language/translate.ts'
import { sayBytes } from '#domain/lib/bytes.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Storage } from '#domain/protocol/storage.ts'
import { countUnsent } from '#src/data/unsent.ts'
import { fetchExport, fetchFhir } from '#src/platform/export-call.ts'
import { useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { saveFile } from '#src/ui/save-file.ts'
import { toast } from '#src/ui/toast-store.ts'
import { failureText, useAccountCalls } from './use-account-calls.ts'

const FILES = {
  archive: { fetchIt: fetchExport, nameOf: exportFileName },
  fhir: { fetchIt: fetchFhir, nameOf: fhirFileName },
}
type FileKind = keyof typeof FILES

/**
 * Everything the server stores about the user as a file to download, and (children) the way to import it. Needs a
 * connection.
 */
export function YourData({ children }: { children?: ReactNode }) {
  const { account, zone, db } = useSession()
  const unsent = useLiveQuery(() => countUnsent(db), [db])
  const storage = useStorage()
  const [busy, setBusy] = useState<FileKind | null>(null)
  const download = async (kind: FileKind) => {
    setBusy(kind)
    const { fetchIt, nameOf } = FILES[kind]
    const answer = await fetchIt(account.id)
    setBusy(null)
    if (answer.kind === 'ok') saveFile(nameOf(localAt(Date.now(), zone).date), answer.value)
    else toast({ title: t('Nothing was downloaded'), description: failureText(answer), tone: 'destructive' })
  }
  return (
    <Card as="section" aria-labelledby="your-data">
      <h2 id="your-data">{t('Your data')}</h2>
      <p className="quiet">
        {t(
          'Medicines, logged doses, documents with their pictures and all else in your account, in one zip file: a table for a spreadsheet, and everything for other programs. It holds health information, so keep it where only you can read it.',
        )}
      </p>
      {storage ? (
        <p className="quiet">
          {t('Your documents and scans take {used} of {all}.', {
            used: sayBytes(storage.usedBytes),
            all: sayBytes(storage.quotaBytes),
          })}
        </p>
      ) : null}
      {unsent ? (
        <p>
          {t(
            '{count, plural, one {1 change on this device is} other {{count} changes on this device are}} not sent yet and will not be in the file.',
            { count: unsent },
          )}
        </p>
      ) : null}
      <div className="row">
        <Button
          busy={busy === 'archive' ? t('Preparing') : undefined}
          variant="plain"
          onClick={() => void download('archive')}
        >
          <Download className="icon" aria-hidden />
          {t('Download everything')}
        </Button>
        {children}
      </div>
      <p className="quiet">
        {t('For a doctor’s or a hospital’s system: medicines, doses and appointments in the format they exchange.')}
      </p>
      <div className="row">
        <Button
          busy={busy === 'fhir' ? t('Preparing') : undefined}
          variant="plain"
          onClick={() => void download('fhir')}
        >
          <FileJson className="icon" aria-hidden />
          {t('Download as FHIR')}
        </Button>
      </div>
    </Card>
  )
}

/** Returns the account's storage space according to the server; null until it has answered. */
function useStorage(): Storage | null {
  const calls = useAccountCalls()
  const { kind } = useSession().sync.phase
  const [storage, setStorage] = useState<Storage | null>(null)
  // Once sync has found out whether there is a connection, and again when that changes.
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const answer = await calls.storage()
      if (answer.kind === 'ok' && !isGone) setStorage(answer.value)
    }
    if (kind !== 'starting') void look()
    return () => {
      isGone = true
    }
  }, [calls, kind])
  return storage
}
