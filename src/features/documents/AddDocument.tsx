import { readSpokenDocument } from '@dosewell/reading/spoken-document'
import { Camera, ImageUp, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { isPremium, subscriptionAt } from '#domain/access/plan.ts'
import { t } from '#domain/language/translate.ts'
import { isRecordDate, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { LIMIT_LABELS } from '#domain/protocol/documents.ts'
import { plainName } from '#domain/records/document.ts'
import { VoiceButton } from '#src/session/dictation/VoiceButton.tsx'
import { useDocumentCommands } from '#src/session/documents.ts'
import { CameraDialog } from '#src/session/pictures/CameraDialog.tsx'
import { PictureInput } from '#src/session/pictures/PictureInput.tsx'
import { preparePicture } from '#src/session/pictures/prepare-picture.ts'
import { useSharedPicture } from '#src/session/pictures/shared-picture.ts'
import { type ChosenPicture, usePreview } from '#src/session/pictures/use-preview.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { FieldError } from '#src/ui/FieldFrame.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { DocumentFields, type DocumentValues } from './DocumentFields.tsx'
import { dateProblem } from './document-text.ts'
import { ReadPicture } from './ReadPicture.tsx'
import { useFirstAnswer } from './use-first-answer.ts'

/** Take Photo or Upload File, the preview, the details, and Upload (specification, sections 2 and 5). */
export function AddDocument() {
  const { zone } = useSession()
  const today = localAt(Date.now(), zone).date
  const empty: DocumentValues = { documentName: '', documentType: 'test_record', documentDate: today }
  const [values, setValues] = useState(empty)
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  /** What is chosen was shared from another app. */
  const [isShared, setShared] = useState(false)
  const [isFilming, setFilming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const commands = useDocumentCommands()
  const onFirstAnswer = useFirstAnswer()
  const preview = usePreview(chosen)
  // While one is being prepared it may be given up, or the next one chosen.
  const latest = useRef(chosen)
  latest.current = chosen
  const givenUp = useRef<ChosenPicture>(null)
  const { area, fallback: first } = useKeptFocus<HTMLElement, HTMLButtonElement>(chosen)
  const problemId = useId()
  const wrongDate = dateProblem(values.documentDate)

  const choose = (file: Blob | null | undefined) => {
    setFilming(false)
    setProblem(null)
    if (!file) return
    setShared(false)
    setChosen(preparePicture(file))
  }
  const dropShared = useSharedPicture((image) => {
    choose(image)
    setShared(true)
  })
  const clear = () => {
    // One that another picture replaced stays where it was.
    if (isShared) dropShared()
    setChosen(null)
    setBusy(false)
    setProblem(null)
    setValues(empty)
    for (const one of [input, camera]) if (one.current) one.current.value = ''
  }
  const cancel = () => {
    givenUp.current = chosen
    clear()
  }
  const failed = (description: string) => toast({ title: t('Upload failed'), description, tone: 'destructive' })
  const upload = async () => {
    if (!chosen) {
      toast({
        title: t('No file selected'),
        description: t('Take a photo or choose a picture first.'),
        tone: 'destructive',
      })
      return
    }
    const { documentName, documentType, documentDate } = values
    if (!isRecordDate(documentDate)) return
    const name = documentName.trim() || plainName(documentDate)
    setBusy(true)
    setProblem(null)
    const picture = await chosen
    if (givenUp.current === chosen) return
    const saved = picture.ok
      ? await commands.save({ documentName: name, documentType, documentDate }, picture.value)
      : null
    setBusy(false)
    if (!picture.ok) failed(picture.error)
    else if (saved && !saved.ok) setProblem(saved.error.error)
    else {
      if (saved) onFirstAnswer('document.upload', saved.value.key)
      if (latest.current === chosen) clear()
      else {
        if (isShared) dropShared()
        setValues((typed) => (typed === values ? empty : typed))
      }
      if (!navigator.onLine) {
        toast({
          title: t('Saved on this device'),
          description: t('{name} uploads when you are back online.', { name }),
        })
      }
    }
  }

  return (
    <Card
      as="section"
      ref={area}
      className="stack"
      aria-label={t('Add a document')}
      data-unsaved={chosen ? '' : undefined}
    >
      <div className="row">
        <Button
          ref={first}
          variant={chosen ? 'soft' : 'primary'}
          onClick={() => ('mediaDevices' in navigator ? setFilming(true) : camera.current?.click())}
        >
          <Camera className="icon" />
          {t('Take Photo')}
        </Button>
        <Button variant="soft" onClick={() => input.current?.click()}>
          <ImageUp className="icon" />
          {t('Upload File')}
        </Button>
        <PictureInput input={input} label={t('Choose a picture')} onChoose={choose} />
        <PictureInput input={camera} label={t('Photograph the document')} capture onChoose={choose} />
      </div>
      <p className="small quiet">{t(LIMIT_LABELS)}</p>
      {chosen ? <Preview url={preview} /> : null}
      {chosen ? <SayIt onSaid={(said) => setValues({ ...values, ...said })} today={today} /> : null}
      {chosen ? (
        <ReadPicture
          chosen={chosen}
          today={today}
          onFound={(found) =>
            // A typed name is not overwritten.
            setValues((typed) => ({
              ...typed,
              ...found,
              ...(typed.documentName ? { documentName: typed.documentName } : {}),
            }))
          }
        />
      ) : null}
      {chosen ? (
        <DocumentFields
          values={values}
          errors={wrongDate === null ? {} : { documentDate: wrongDate }}
          onChange={setValues}
          {...(isRecordDate(values.documentDate) ? { placeholder: plainName(values.documentDate) } : {})}
        />
      ) : null}
      {problem ? (
        <div role="alert">
          <FieldError id={problemId}>{problem}</FieldError>
        </div>
      ) : null}
      <div className="row">
        <Button
          variant={chosen ? 'primary' : 'quiet'}
          aria-describedby={problem ? problemId : undefined}
          busy={isBusy ? t('Preparing the picture') : undefined}
          onClick={() => void upload()}
        >
          <Upload className="icon" />
          {t('Upload')}
        </Button>
        {chosen ? (
          <Button variant="plain" onClick={cancel}>
            {t('Cancel')}
          </Button>
        ) : null}
      </div>
      {isFilming ? <CameraDialog onPhoto={choose} onClose={() => setFilming(false)} /> : null}
    </Card>
  )
}

/** Seconds: a name, a type and a date. */
const VOICE_SECONDS = 15

/** Name, type and date by voice, which is part of Premium. */
function SayIt({ today, onSaid }: { today: LocalDate; onSaid: (said: Partial<DocumentValues>) => void }) {
  const { user } = useSession()
  if (!isPremium(subscriptionAt(user, Date.now()))) return null
  const hear = (text: string) => {
    const { documentName, documentType, documentDate } = readSpokenDocument(text, today)
    onSaid({
      ...(documentName === null ? {} : { documentName }),
      ...(documentType === null ? {} : { documentType }),
      ...(documentDate === null ? {} : { documentDate }),
    })
    toast({ title: t('Transcription complete'), description: t('Please check name, type and date.') })
  }
  return (
    <div className="row">
      <VoiceButton
        label={t('Say name, type and date')}
        limit={VOICE_SECONDS}
        onText={hear}
        instead={t('fill in name, type and date')}
      />
    </div>
  )
}

function Preview({ url }: { url: string | null | undefined }) {
  if (url) return <img className="doc-picture" src={url} alt={t('The chosen document')} />
  return (
    <p className="quiet" role="status">
      {url === undefined ? t('Preparing the picture') : t('This browser cannot show the picture here.')}
    </p>
  )
}
