import { Download, Ellipsis, Eye, FileText, type LucideIcon, Mail, Pencil, Trash2, X } from 'lucide-react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { downloadPath } from '#domain/protocol/documents.ts'
import type { DocumentView } from '#src/data/document-writes.ts'
import { addressFor } from '#src/platform/whose.ts'
import { useLocalPicture, useUploads } from '#src/session/documents.ts'
import { useMay } from '#src/session/may.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { aboutText, uploadText } from './document-text.ts'

export type DocumentAction = 'view' | 'edit' | 'email' | 'delete'

interface DocumentCardProps {
  document: DocumentView
  onAction(action: DocumentAction): void
  onCancelUpload(): void
}

/** A document with its thumbnail, its details, its upload progress, and what can be done with it. */
export function DocumentCard({ document, onAction, onCancelUpload }: DocumentCardProps) {
  const { whose } = useSession()
  const { id, documentName, waiting } = document
  const thumbnail = useLocalPicture(id, 'thumbnail')
  const isUploading = waiting === 'upload'
  const mayChange = useMay('change')
  const item = (action: DocumentAction, label: string, Icon: LucideIcon) => ({
    label,
    icon: <Icon className="icon" />,
    onSelect: () => onAction(action),
  })
  const edit = mayChange ? [item('edit', t('Edit'), Pencil)] : []
  const others = [
    {
      label: t('Download'),
      icon: <Download className="icon" />,
      onSelect: () => void window.open(addressFor(downloadPath(id), whose), '_blank', 'noopener'),
    },
    item('email', t(msg('Email', 'button')), Mail),
    ...(mayChange ? [{ ...item('delete', t('Delete'), Trash2), tone: 'danger' as const }] : []),
  ]
  return (
    <Card as="li" className="doc">
      <div className="doc__top">
        <button
          type="button"
          className="doc__open"
          aria-label={t('View {document}', { document: documentName })}
          onClick={() => onAction('view')}
        >
          {thumbnail ? <img src={thumbnail} alt="" /> : <FileText className="icon" />}
        </button>
        <div className="grow">
          <h2>{documentName}</h2>
          <p className="quiet">{aboutText(document)}</p>
          {waiting === 'change' ? <p className="small quiet">{t('Changed here, waiting to sync')}</p> : null}
        </div>
      </div>
      {isUploading ? <UploadProgress document={document} /> : null}
      <div className="doc__tools">
        <Button
          variant="soft"
          onClick={() => onAction('view')}
          aria-label={t('View large: {document}', { document: documentName })}
        >
          <Eye className="icon" />
          {t('View')}
        </Button>
        {isUploading ? (
          <Button onClick={onCancelUpload} aria-label={t('Cancel upload: {document}', { document: documentName })}>
            <X className="icon" />
            {t('Cancel upload')}
          </Button>
        ) : null}
        <Menu
          align="end"
          trigger={
            <Button aria-label={t('More for {document}', { document: documentName })}>
              <Ellipsis className="icon" />
              {t('More')}
            </Button>
          }
          items={isUploading ? edit : [...edit, ...others]}
        />
      </div>
    </Card>
  )
}

function UploadProgress({ document: { uploadKey, documentName } }: { document: DocumentView }) {
  const share = useUploads(({ progress }) => (uploadKey ? progress[uploadKey] : undefined))
  return (
    <div>
      <p className="small" role="status">
        {uploadText(share)}
      </p>
      {share === undefined ? null : (
        <progress
          className="progress"
          aria-label={t('Upload of {document}', { document: documentName })}
          value={share}
          max={1}
        />
      )}
    </div>
  )
}
