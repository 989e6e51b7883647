import { CloudOff, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { DocumentId } from '#domain/lib/ids.ts'
import type { DocumentFields, DocumentView } from '#src/data/document-writes.ts'
import { useDocumentCommands, useDocuments, useUploads } from '#src/session/documents.ts'
import { Missing } from '#src/session/editor/Missing.tsx'
import { useRoleRefusal } from '#src/session/editor/use-role-refusal.ts'
import { pictureLoadOf } from '#src/session/first-load.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Opening } from '#src/ui/Opening.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { AddDocument } from './AddDocument.tsx'
import { type DocumentAction, DocumentCard } from './DocumentCard.tsx'
import { EditDialog } from './EditDialog.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import { RefusedDocuments } from './RefusedDocuments.tsx'
import { useFirstAnswer } from './use-first-answer.ts'
import { ViewDialog } from './ViewDialog.tsx'

/** /medical-documents: add a picture of a document, and list all that were saved. */
export default function DocumentsPage() {
  const read = useDocuments()
  useUploadToasts(read)
  const refusal = useRoleRefusal()
  return (
    <div className="page">
      <PageHead title={t('Save Documents')}>
        <p className="quiet">{t('Referrals and test records, on every device you sign in on.')}</p>
      </PageHead>
      {refusal === null ? <AddDocument /> : <Missing title={refusal} />}
      {read ? (
        <>
          {read.refused.length > 0 ? (
            <Section title={t('Needs attention')}>
              <ul className="stack">
                <RefusedDocuments refused={read.refused} />
              </ul>
            </Section>
          ) : null}
          <div className="doc-list">
            <SavedDocuments documents={read.documents} isLoaded={read.isLoaded} />
          </div>
        </>
      ) : (
        <Opening />
      )}
    </div>
  )
}

/**
 * Says that an upload arrived (specification, section 8), whichever page or worker of this device sent it: it was
 * waiting at the last check and is in the list now.
 */
function useUploadToasts(read: ReturnType<typeof useDocuments>): void {
  const waiting = useRef<readonly DocumentId[]>([])
  useEffect(() => {
    if (!read) return
    for (const id of waiting.current) {
      if (read.documents.some((one) => one.id === id && one.waiting !== 'upload')) {
        toast({ title: t('Document uploaded') })
      }
    }
    waiting.current = read.documents.flatMap((one) => (one.waiting === 'upload' ? [one.id] : []))
  }, [read])
}

function SavedDocuments({ documents, isLoaded }: { documents: DocumentView[]; isLoaded: boolean }) {
  const [open, setOpen] = useState<{ id: DocumentId; action: DocumentAction } | null>(null)
  const commands = useDocumentCommands()
  const close = useCallback(() => setOpen(null), [])
  const chosen = open && documents.find(({ id }) => id === open.id)
  if (documents.length === 0) return <NoDocuments isLoaded={isLoaded} />
  return (
    <>
      <ul className="stack" aria-label={t('Saved documents')}>
        {documents.map((document) => (
          <DocumentCard
            key={document.id}
            document={document}
            onAction={(action) => setOpen({ id: document.id, action })}
            onCancelUpload={() => void commands.remove(document.id, document.uploadKey)}
          />
        ))}
      </ul>
      {chosen ? <ActionDialog document={chosen} action={open.action} onClose={close} /> : null}
    </>
  )
}

function notSaved(title: string, { error }: { error: string }): void {
  toast({ title, description: error, tone: 'destructive' })
}

interface ActionDialogProps {
  document: DocumentView
  action: DocumentAction
  onClose(): void
}

function ActionDialog({ document, action, onClose }: ActionDialogProps) {
  const commands = useDocumentCommands()
  const onFirstAnswer = useFirstAnswer()
  const change = async (changes: DocumentFields) => {
    if (Object.keys(changes).length === 0) return
    const saved = await commands.change(document.id, changes)
    if (!saved.ok) return notSaved(t('Update failed'), saved.error)
    toast({ title: t('Document updated') })
    onFirstAnswer('document.edit', saved.value.key)
  }
  switch (action) {
    case 'view':
      return <ViewDialog document={document} onClose={onClose} />
    case 'edit':
      return <EditDialog document={document} onSave={change} onClose={onClose} />
    case 'email':
      return <EmailDialog document={document} onClose={onClose} />
    case 'delete':
      return <DeleteDialog document={document} onClose={onClose} />
  }
}

function DeleteDialog({ document, onClose }: Omit<ActionDialogProps, 'action'>) {
  const commands = useDocumentCommands()
  const onFirstAnswer = useFirstAnswer()
  const remove = () => {
    onClose()
    commands
      .remove(document.id, document.uploadKey)
      .then((saved) => {
        if (!saved.ok) return notSaved(t('Delete failed'), saved.error)
        toast({ title: t('Document deleted') })
        onFirstAnswer('document.delete', saved.value.key)
      })
      .catch(() => toast({ title: t('Delete failed'), tone: 'destructive' }))
  }
  return (
    <ConfirmDialog
      title={t('Delete Document?')}
      confirmLabel={t('Delete')}
      confirmIcon={<Trash2 className="icon" />}
      onConfirm={remove}
      onCancel={onClose}
    >
      <p>
        {t(
          'Are you sure you want to delete {document}? Its picture is deleted on all your devices. This action cannot be undone.',
          { document: document.documentName },
        )}
      </p>
    </ConfirmDialog>
  )
}

/**
 * Nothing to show: the list is loading, loading failed, or there are none. A list that was loaded before is known to be
 * empty.
 */
function NoDocuments({ isLoaded }: { isLoaded: boolean }) {
  const end = useUploads((state) => state.end)
  const queue = useUploads((state) => state.queue)
  const load = pictureLoadOf(isLoaded, end)
  if (load === 'loading') return <SkeletonList label={t('Loading your documents')} />
  if (load === 'failed') {
    return (
      <EmptyState
        icon={<CloudOff className="icon empty__icon" />}
        title={t('Your documents could not be loaded')}
        action={
          <Button variant="soft" onClick={() => queue?.request()}>
            {t('Try again')}
          </Button>
        }
      >
        {t(
          'None are on this device yet. They appear as soon as there is a connection; what you save now stays here until then.',
        )}
      </EmptyState>
    )
  }
  return (
    <EmptyState scene="table" title={t('No documents yet')}>
      {t('Take a photo of a referral or a test result, and it is there when you need it.')}
    </EmptyState>
  )
}
