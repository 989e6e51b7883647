import { TriangleAlert } from 'lucide-react'
import type { RefusedDocument } from '#src/data/document-writes.ts'
import { useDocumentCommands, useLocalPicture } from '#src/session/documents.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Section } from '#src/ui/Section.tsx'
import { refusedTitle } from './document-words.ts'

/** What the server did not take, with the picture that is kept here and the ways out. */
export function RefusedDocuments({ refused }: { refused: readonly RefusedDocument[] }) {
  if (refused.length === 0) return null
  return (
    <Section title="Needs attention">
      <ul className="stack">
        {refused.map((one) => (
          <li key={one.position}>
            <Refused refused={one} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Refused({ refused }: { refused: RefusedDocument }) {
  const { position, id, kind, name, refusal } = refused
  const commands = useDocumentCommands()
  const image = useLocalPicture(id, 'image')
  const isUpload = kind === 'document.upload'
  return (
    <Notice tone="missed" icon={<TriangleAlert className="icon" />} title={refusedTitle(refused)}>
      <p>{refusal?.error ?? 'The server did not accept it.'}</p>
      {isUpload && image ? (
        <p>
          The picture is kept on this device.{' '}
          <a href={image} download={`${name ?? 'document'}.jpg`}>
            Save it as a file
          </a>
        </p>
      ) : null}
      <div className="row">
        {kind ? (
          <Button variant="soft" onClick={() => void commands.retry(position)}>
            Try again
          </Button>
        ) : null}
        <Button variant="plain" onClick={() => void commands.discard(position)}>
          Discard
        </Button>
      </div>
    </Notice>
  )
}
