import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { imagePath } from '#domain/protocol/documents.ts'
import type { DocumentView } from '#src/data/document-writes.ts'
import { addressFor } from '#src/platform/whose.ts'
import { useLocalPicture } from '#src/session/documents.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { aboutText } from './document-text.ts'

/** The full picture: this device's, else the server's; without either, the thumbnail and why. */
export function ViewDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { whose } = useSession()
  const { id, documentName, waiting } = document
  const local = useLocalPicture(id, 'image')
  const small = useLocalPicture(id, 'thumbnail')
  const [failed, setFailed] = useState<readonly string[]>([])
  const atServer = waiting === 'upload' ? null : addressFor(imagePath(id), whose)
  const isHere = (address: string | null | undefined): address is string => !!address && !failed.includes(address)
  const whole = [local, atServer].find(isHere)
  const source = whole ?? [small].find(isHere)
  return (
    <Dialog
      title={documentName}
      description={aboutText(document)}
      wide
      full
      onClose={onClose}
      footer={
        <Button variant="plain" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {local !== undefined && source ? (
        <img className="doc-picture" src={source} alt={documentName} onError={() => setFailed([...failed, source])} />
      ) : null}
      {local !== undefined && !whole ? (
        <p className="quiet" role="status">
          {small
            ? t('This is the small picture kept on this device. The whole one needs a connection.')
            : t('The picture is not on this device and needs a connection.')}
        </p>
      ) : null}
    </Dialog>
  )
}
