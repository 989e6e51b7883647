import { Upload } from 'lucide-react'
import { memo } from 'react'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { DOCUMENT_TYPE_LABELS } from '#domain/records/document.ts'
import { useDocuments, useUploads } from '#src/session/documents.ts'
import { pictureLoadOf } from '#src/session/first-load.ts'
import { useMay } from '#src/session/may.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NotHere } from './NotHere.tsx'
import { SummaryCard } from './SummaryCard.tsx'
import { MOST } from './summaries.ts'

/** The newest documents by date (specification, section 2). */
export const SavedDocuments = memo(function SavedDocuments() {
  const read = useDocuments()
  const mayChange = useMay('change')
  const end = useUploads((state) => state.end)
  if (!read) return null
  const { documents, isLoaded } = read
  const load = pictureLoadOf(isLoaded, end)
  return (
    <SummaryCard title={t('Saved Documents')} editAt={PAGES.documents}>
      {documents.length === 0 && load !== 'loaded' ? (
        <NotHere isLoading={load === 'loading'}>{t('Your documents are not on this device yet')}</NotHere>
      ) : documents.length === 0 ? (
        <EmptyState
          bare
          small
          scene="table"
          action={
            mayChange ? (
              <ButtonLink variant="soft" to={PAGES.documents}>
                <Upload className="icon" />
                {t('Upload Document')}
              </ButtonLink>
            ) : undefined
          }
        >
          {t('No documents yet')}
        </EmptyState>
      ) : (
        <ul className="list">
          {documents.slice(0, MOST).map(({ id, documentName, documentType }) => (
            <li className="list__row" key={id}>
              <span className="list__main">
                <span className="list__title">{documentName}</span>
                <span className="list__sub">{t(DOCUMENT_TYPE_LABELS[documentType])}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </SummaryCard>
  )
})
