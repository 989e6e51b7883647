import { create } from 'zustand'
import { preparePhoto } from '#src/session/pictures/prepare-photo.ts'

/** Where a picture comes from: taken just now, or a file. */
export type PhotoSource = 'camera' | 'file'

/** What became of the picture chosen last, if that is not in the form (yet). */
export type PhotoJob = { kind: 'preparing'; source: PhotoSource } | { kind: 'failed'; problem: string }

/**
 * By form: a picture goes on being prepared where its form is left for another page, like what was typed there, and
 * what is wrong with it stays until another is chosen.
 */
const useJobs = create<Record<string, PhotoJob | undefined>>(() => ({}))

export const usePhotoJob = (form: string): PhotoJob | null => useJobs((jobs) => jobs[form]) ?? null

const jobOf = (form: string): PhotoJob | undefined => useJobs.getState()[form]
const setJob = (form: string, job: PhotoJob | undefined): void => useJobs.setState({ [form]: job })

/** Of the forms that are open: puts a photo into the form. */
const open = new Map<string, (photo: string) => void>()

/** Has the photos of this form put into it until the returned function is called. */
export function holdOpen(form: string, put: (photo: string) => void): () => void {
  open.set(form, put)
  return () => {
    open.delete(form)
    if (jobOf(form)?.kind === 'failed') setJob(form, undefined)
  }
}

/**
 * Prepares the photo of a picture for this form. What was chosen or removed last counts.
 * @param keep called with the photo if the form was left meanwhile
 */
export async function prepareFor(
  form: string,
  picture: Blob,
  source: PhotoSource,
  keep: (photo: string) => void,
): Promise<void> {
  const job: PhotoJob = { kind: 'preparing', source }
  setJob(form, job)
  const photo = await preparePhoto(picture)
  if (jobOf(form) !== job) return
  setJob(form, photo.ok ? undefined : { kind: 'failed', problem: photo.error })
  if (photo.ok) (open.get(form) ?? keep)(photo.value)
}

/** The photo was removed, or the form is given up. */
export const dropJob = (form: string): void => setJob(form, undefined)
