import { Upload } from 'lucide-react'
import { PAGES } from '#domain/protocol/pages.ts'
import { DOCUMENT_TYPE_WORDS } from '#domain/records/document.ts'
import { useDocuments } from '#src/session/documents.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SummaryCard } from './SummaryCard.tsx'
import { MOST } from './summaries.ts'

/** The newest documents by their date (specification, section 2). */
export function SavedDocuments() {
  const documents = useDocuments()?.documents
  if (!documents) return null
  return (
    <SummaryCard title="Saved Documents" editAt={PAGES.documents}>
      {documents.length === 0 ? (
        <EmptyState
          bare
          small
          scene="table"
          action={
            <ButtonLink variant="soft" to={PAGES.documents}>
              <Upload className="icon" />
              Upload Document
            </ButtonLink>
          }
        >
          No documents yet
        </EmptyState>
      ) : (
        <ul className="list">
          {documents.slice(0, MOST).map(({ id, documentName, documentType }) => (
            <li className="list__row" key={id}>
              <span className="list__main">
                <span className="list__title">{documentName}</span>
                <span className="list__sub">{DOCUMENT_TYPE_WORDS[documentType]}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </SummaryCard>
  )
}
