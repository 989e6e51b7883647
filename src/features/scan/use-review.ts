import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { confirmAnswer, type ReviewedMedication } from '#domain/protocol/prescriptions.ts'
import type { Prescription, ScanType } from '#domain/records/prescription.ts'
import type { KeptScan } from '#src/data/stored-rows.ts'
import { dropScan } from '#src/data/upload-queue.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { deviceClock } from '#src/platform/clock.ts'
import type { DeviceText } from '#src/platform/device-reader.ts'
import { addressFor } from '#src/platform/whose.ts'
import { type Attempt, attemptOf } from '#src/session/attempt.ts'
import { type Commands, useCommands } from '#src/session/commands.ts'
import { useScanHistory } from '#src/session/scans.ts'
import { useSession } from '#src/session/session.ts'
import { useHomeSoon } from '#src/session/use-home-soon.ts'
import { toast } from '#src/ui/toast-store.ts'
import { correctScan } from './correct-scan.ts'
import type { Review } from './ReviewDialog.tsx'
import { reviewDrafts } from './review-drafts.ts'
import { addedToast } from './scan-text.ts'

/** An appointment card has only a few lines. */
const LONGEST_CARD = 2000

/** Begins the name of a draft of what this device read; the row of the picture follows, if it has one. */
const HERE = 'here:'

interface Confirmed {
  id: Prescription['id']
  medications: ReviewedMedication[]
}

/**
 * What follows a reading: a review of what was found and then home, or, with the text of a card, the appointments. One
 * that was left by a reload or by accident opens again.
 */
export function useReview({ isAllowed }: { isAllowed: boolean }) {
  const { db, sync, user, whose, zone } = useSession()
  const commands = useCommands()
  const navigate = useNavigate()
  const [review, setReview] = useState<Review | null>(null)
  const goHomeSoon = useHomeSoon()
  /**
   * The last confirmation: after a lost answer the same one is sent under the same key, and the answer counts what was
   * added.
   */
  const lastAttempt = useRef<Attempt<Confirmed> | null>(null)
  const hasShown = useRef(false)

  const show = (next: Review) => {
    hasShown.current = true
    setReview(next)
  }

  const done = (answer: Parameters<typeof addedToast>[0]) => {
    setReview(null)
    toast(addedToast(answer))
    goHomeSoon()
  }

  const confirm = async (id: Prescription['id'], medications: ReviewedMedication[]): Promise<boolean> => {
    const attempt = attemptOf({ id, medications }, lastAttempt.current, () => crypto.randomUUID())
    lastAttempt.current = attempt
    const answer = await apiCall({
      method: 'POST',
      path: `/api/prescriptions/${id}/confirm-medications`,
      body: { medications },
      whose,
      key: attempt.key,
    })
    const parsed = answer.kind === 'ok' ? confirmAnswer.safeParse(answer.body) : null
    if (parsed?.success) {
      lastAttempt.current = null
      sync.request()
      done(parsed.data)
      return true
    }
    toast({
      title: t('Failed to add medications'),
      description: answer.kind === 'error' ? answer.message : t('There is no connection. Please try again.'),
      tone: 'destructive',
    })
    return false
  }

  const look = (found: Found) => {
    if (found.scanType === 'appointment') {
      const text = found.ocrText.trim().slice(0, LONGEST_CARD)
      if (text !== '') navigate(`${PAGES.appointments}?voice=${encodeURIComponent(text)}`)
      else nothing(t('No text found'))
      return
    }
    if (found.extractedMedications.length === 0) return nothing(t('No medications found'))
    show({ medications: found.extractedMedications, ...found.way })
  }
  const wayOfScan = (prescription: Prescription): Way => ({
    formKey: prescription.id,
    says: prescription,
    picture: addressFor(prescription.imageUrl, whose),
    needsTimes: false,
    add: async (medications, said) =>
      (await correctScan(whose, { id: prescription.id, said })) && confirm(prescription.id, medications),
  })
  const open = (prescription: Prescription) => look({ ...prescription, way: wayOfScan(prescription) })

  const add = async (medications: ReviewedMedication[]): Promise<boolean> => {
    const { count, skippedDuplicates, problem } = await addHere(commands, medications)
    if (problem === null) {
      done({ count, skippedDuplicates })
      return true
    }
    toast({ title: t('Failed to add medications'), description: problem, tone: 'destructive' })
    return false
  }
  /** It is added on this device, like typed input, and sent when there is a connection. */
  const wayOfText = (row: string): Way => ({
    formKey: `${HERE}${row}`,
    says: null,
    picture: null,
    needsTimes: true,
    add: async (chosen) => {
      const isAdded = await add(chosen)
      if (isAdded && row !== '') void dropScan(db, row as KeptScan['id'])
      return isAdded
    },
  })
  /** Opens what this device read itself. `row`: that of a picture that waits here, dropped once it is added. */
  const openText = async ({ text, ...sureness }: DeviceText, scanType: ScanType, row?: KeptScan['id']) => {
    const { readLabel } = await import('@dosewell/reading/label')
    const { medications } = readLabel(text, { today: localAt(deviceClock.now(), zone).date, ...sureness })
    look({
      ocrText: text,
      scanType,
      extractedMedications: medications,
      way: wayOfText(row ?? ''),
    })
  }

  const history = useScanHistory()
  const reopen = useEffectEvent(() => {
    const [draft] = hasShown.current || !isAllowed ? [] : reviewDrafts.list(sessionStorage, user.id)
    if (!draft) return
    const { form, values } = draft
    const scan = history?.prescriptions.find(({ id }) => id === form)
    if (form.startsWith(HERE)) show({ medications: values.medications, ...wayOfText(form.slice(HERE.length)) })
    else if (scan) show({ medications: values.medications, ...wayOfScan(scan) })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scan may be in the history only now
  useEffect(reopen, [history])
  return { review, open, openText, close: () => setReview(null) }
}

/** Adds one after the other, as the form does; the first that breaks a rule stops it, and earlier ones stay. */
async function addHere(commands: Commands, medications: readonly ReviewedMedication[]) {
  const skippedDuplicates: string[] = []
  let count = 0
  for (const medication of medications) {
    const { schedule = { kind: 'daily' as const } } = medication
    const saved = await commands.addMedication({ ...medication, schedule, important: false })
    if (saved.ok) count += 1
    else if (saved.error.code === 'duplicate') skippedDuplicates.push(medication.name)
    else return { count, skippedDuplicates, problem: saved.error.error }
  }
  return { count, skippedDuplicates, problem: null }
}

/** What was read, and how the chosen part of it is added. */
type Found = Pick<Prescription, 'scanType' | 'ocrText' | 'extractedMedications'> & { way: Way }
type Way = Omit<Review, 'medications'>

const nothing = (title: string): void =>
  void toast({
    title,
    description: t('Take the picture again, closer and in good light, or type it in.'),
    tone: 'destructive',
  })
