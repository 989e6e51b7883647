import { Smartphone } from 'lucide-react'
import { mayUse } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { ReadingHere } from '#src/session/pictures/ReadingHere.tsx'
import { useDeviceReading } from '#src/session/pictures/use-device-reading.ts'
import type { ChosenPicture } from '#src/session/pictures/use-preview.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import type { DocumentValues } from './DocumentFields.tsx'

interface ReadPictureProps {
  chosen: ChosenPicture
  today: LocalDate
  onFound(found: Partial<DocumentValues>): void
}

/** Name, type and date from the text on the picture, read on this device; part of Premium, like all reading. */
export function ReadPicture({ chosen, today, onFound }: ReadPictureProps) {
  const { user } = useSession()
  const { progress, read, cancel } = useDeviceReading()
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLElement>(progress === null)
  const place = (element: HTMLElement | null) => {
    if (element) fallback.current = element
  }
  if (!mayUse(user, 'premium', Date.now()).allowed) return null
  const run = async () => {
    const picture = await chosen
    const found = picture.ok ? await read(picture.value.image) : null
    if (!found) return
    const { readDocumentText } = await import('@dosewell/reading/document')
    const { documentName, documentType, documentDate } = readDocumentText(found.text, today)
    onFound({
      ...(documentName === null ? {} : { documentName }),
      ...(documentType === null ? {} : { documentType }),
      ...(documentDate === null ? {} : { documentDate }),
    })
    toast(
      documentName === null && documentType === null && documentDate === null
        ? { title: t('Nothing was found'), description: t('Please enter name, type and date.') }
        : { title: t('Picture read'), description: t('Please check name, type and date.') },
    )
  }
  return (
    <div ref={area}>
      {progress ? (
        <ReadingHere progress={progress} onCancel={cancel} wordsRef={place} />
      ) : (
        <Button ref={place} variant="soft" onClick={() => void run()}>
          <Smartphone className="icon" />
          {t('Read name, type and date')}
        </Button>
      )}
    </div>
  )
}
