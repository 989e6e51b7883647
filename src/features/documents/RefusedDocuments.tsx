import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { RefusedDocument } from '#src/data/document-writes.ts'
import { useDocumentCommands, useLocalPicture } from '#src/session/documents.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { aboutText, refusedTitle } from './document-text.ts'
import { EditDialog } from './EditDialog.tsx'
import { useFirstAnswer } from './use-first-answer.ts'

/** What the server refused, each as a list item, with the picture stored here and the ways to resolve it. */
export function RefusedDocuments({ refused }: { refused: readonly RefusedDocument[] }) {
  return refused.map((one) => <Refused key={one.position} refused={one} />)
}

function Refused({ refused }: { refused: RefusedDocument }) {
  const { position, id, kind, name, wanted, refusal } = refused
  const commands = useDocumentCommands()
  const onFirstAnswer = useFirstAnswer()
  const image = useLocalPicture(id, 'image')
  const [asked, setAsked] = useState<'edit' | 'discard' | null>(null)
  const close = () => setAsked(null)
  const title = refusedTitle(refused)
  const send = async (...args: Parameters<typeof commands.retry>) => {
    const key = await commands.retry(...args)
    toast({ title: 'Saved here and being sent again' })
    onFirstAnswer(kind, key)
  }
  const discard = async () => {
    close()
    await commands.discard(position)
    toast({ title: 'Discarded' })
  }
  return (
    <Card as="li" className="attn">
      <div className="attn__top">
        <Tile small tone="missed">
          <CircleAlert className="icon" />
        </Tile>
        <div className="grow">
          <h3>{title}</h3>
          <p className="small quiet">{refusal?.error ?? 'The server did not accept it.'}</p>
        </div>
      </div>
      {wanted ? <p className="small">{aboutText(wanted)}</p> : null}
      {kind === 'document.upload' && image ? (
        <p>
          The picture is kept on this device.{' '}
          <a href={image} download={`${name ?? 'document'}.jpg`}>
            Save it as a file
          </a>
        </p>
      ) : null}
      <div className="attn__do">
        {wanted ? (
          <Button variant="plain" onClick={() => setAsked('edit')}>
            Edit<span className="sr">: {title}</span>
          </Button>
        ) : null}
        {kind ? (
          <Button variant="plain" onClick={() => void send(position)}>
            Try again<span className="sr">: {title}</span>
          </Button>
        ) : null}
        <Button variant="danger-plain" onClick={() => setAsked('discard')}>
          Discard mine<span className="sr">: {title}</span>
        </Button>
      </div>
      {asked === 'edit' && wanted ? (
        <EditDialog document={wanted} onSave={(changes) => send(position, changes)} onClose={close} />
      ) : null}
      {asked === 'discard' ? (
        <ConfirmDialog title="Discard mine?" confirmLabel="Discard" onConfirm={() => void discard()} onCancel={close}>
          <p>
            {kind === 'document.upload'
              ? `${name} will be gone from this device, with its picture.`
              : `What you changed of ${name ?? 'this document'} will be gone from this device.`}{' '}
            This action cannot be undone.
          </p>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}
