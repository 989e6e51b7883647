import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { RefusedDocument } from '#src/data/document-writes.ts'
import { useDocumentCommands, useLocalPicture } from '#src/session/documents.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { aboutText, goneText, refusedTitle } from './document-text.ts'
import { EditDialog } from './EditDialog.tsx'
import { useFirstAnswer } from './use-first-answer.ts'

/** What the server refused, each as a list item, with the picture stored here and the ways to resolve it. */
export function RefusedDocuments({ refused }: { refused: readonly RefusedDocument[] }) {
  return refused.map((one) => <Refused key={one.position} refused={one} />)
}

/** For screen readers only: what a button is about. */
const MORE = { more: (part: string) => <span className="sr">{part}</span> }

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
    toast({ title: t('Saved here and being sent again') })
    onFirstAnswer(kind, key)
  }
  const discard = async () => {
    close()
    await commands.discard(position)
    toast({ title: t('Discarded') })
  }
  return (
    <Card as="li" className="stack">
      <div className="record__top">
        <Tile small tone="missed">
          <CircleAlert className="icon" />
        </Tile>
        <div className="grow">
          <h3>{title}</h3>
          <p className="small quiet">{refusal?.error ?? t('The server did not accept it.')}</p>
        </div>
      </div>
      {wanted ? <p className="small">{aboutText(wanted)}</p> : null}
      {kind === 'document.upload' && image ? (
        <p>
          <RichText
            text={t('The picture is kept on this device. <link>Save it as a file</link>')}
            tags={{
              link: (part) => (
                <a href={image} download={`${name ?? 'document'}.jpg`}>
                  {part}
                </a>
              ),
            }}
          />
        </p>
      ) : null}
      <div className="attn__do">
        {wanted ? (
          <Button variant="plain" onClick={() => setAsked('edit')}>
            <RichText text={t('Edit<more>: {title}</more>', { title })} tags={MORE} />
          </Button>
        ) : null}
        {kind ? (
          <Button variant="plain" onClick={() => void send(position)}>
            <RichText text={t('Try again<more>: {title}</more>', { title })} tags={MORE} />
          </Button>
        ) : null}
        <Button variant="danger-plain" onClick={() => setAsked('discard')}>
          <RichText text={t('Discard mine<more>: {title}</more>', { title })} tags={MORE} />
        </Button>
      </div>
      {asked === 'edit' && wanted ? (
        <EditDialog document={wanted} onSave={(changes) => send(position, changes)} onClose={close} />
      ) : null}
      {asked === 'discard' ? (
        <ConfirmDialog
          title={t('Discard mine?')}
          confirmLabel={t('Discard')}
          onConfirm={() => void discard()}
          onCancel={close}
        >
          <p>{goneText(refused)}</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}
