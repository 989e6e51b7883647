import { AttentionPanel } from '#src/features/attention/AttentionPanel.tsx'
import { RefusedDocuments } from '#src/features/documents/RefusedDocuments.tsx'
import { useDocuments } from '#src/session/documents.ts'

/** “Needs attention”, including documents that the server refused. */
export default function AttentionScreen({ onClose }: { onClose: () => void }) {
  const refused = useDocuments()?.refused ?? []
  return <AttentionPanel documents={<RefusedDocuments refused={refused} />} onClose={onClose} />
}
