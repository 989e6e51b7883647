import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { confirmAnswer, type ReviewedMedication } from '#domain/protocol/prescriptions.ts'
import type { Prescription, ScanType } from '#domain/records/prescription.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { deviceClock } from '#src/platform/clock.ts'
import type { DeviceText } from '#src/platform/device-reader.ts'
import { addressFor } from '#src/platform/whose.ts'
import { type Attempt, attemptOf } from '#src/session/attempt.ts'
import { type Commands, useCommands } from '#src/session/commands.ts'
import { useSession } from '#src/session/session.ts'
import { useHomeSoon } from '#src/session/use-home-soon.ts'
import { toast } from '#src/ui/toast-store.ts'
import { correctScan } from './correct-scan.ts'
import type { Review } from './ReviewDialog.tsx'
import { addedToast } from './scan-text.ts'

/** An appointment card has only a few lines. */
const LONGEST_CARD = 2000

interface Confirmed {
  id: Prescription['id']
  medications: ReviewedMedication[]
}

/** What follows a reading: a review of what was found and then home, or, with the text of a card, the appointments. */
export function useReview() {
  const { sync, whose, zone } = useSession()
  const commands = useCommands()
  const navigate = useNavigate()
  const [review, setReview] = useState<Review | null>(null)
  const goHomeSoon = useHomeSoon()
  /**
   * The last confirmation: after a lost answer the same one is sent under the same key, and the answer counts what was
   * added.
   */
  const lastAttempt = useRef<Attempt<Confirmed> | null>(null)

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
    setReview({ medications: found.extractedMedications, ...found.way })
  }
  const open = (prescription: Prescription) =>
    look({
      ...prescription,
      way: {
        says: prescription,
        picture: addressFor(prescription.imageUrl, whose),
        needsTimes: false,
        add: async (medications, said) =>
          (await correctScan(whose, { id: prescription.id, said })) && confirm(prescription.id, medications),
      },
    })

  const add = async (medications: ReviewedMedication[]): Promise<boolean> => {
    const { count, skippedDuplicates, problem } = await addHere(commands, medications)
    if (problem === null) {
      done({ count, skippedDuplicates })
      return true
    }
    toast({ title: t('Failed to add medications'), description: problem, tone: 'destructive' })
    return false
  }
  /**
   * Opens what this device read itself. It is added on this device, like typed input, and sent when there is a
   * connection.
   */
  const openText = async ({ text, ...sureness }: DeviceText, scanType: ScanType, onAdded: () => void) => {
    const { readLabel } = await import('@dosewell/reading/label')
    const { medications } = readLabel(text, { today: localAt(deviceClock.now(), zone).date, ...sureness })
    look({
      ocrText: text,
      scanType,
      extractedMedications: medications,
      way: {
        says: null,
        picture: null,
        needsTimes: true,
        add: async (chosen) => {
          const isAdded = await add(chosen)
          if (isAdded) onAdded()
          return isAdded
        },
      },
    })
  }
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
type Found = Pick<Prescription, 'scanType' | 'ocrText' | 'extractedMedications'> & {
  way: Omit<Review, 'medications'>
}

const nothing = (title: string): void =>
  void toast({
    title,
    description: t('Take the picture again, closer and in good light, or type it in.'),
    tone: 'destructive',
  })
