import { useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { DocumentId } from '#domain/lib/ids.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import {
  changeDocument,
  type DocumentFields,
  deleteDocument,
  discardDocument,
  type NewPicture,
  readDocuments,
  retryDocument,
  saveDocument,
} from '#src/data/document-writes.ts'
import { deviceClock } from '#src/platform/clock.ts'
import type { PassEnd } from '#src/sync/engine.ts'
import { type NotStored, notStored } from './saving.ts'
import { useSession } from './session.ts'
import { useLiveQuery } from './use-live-query.ts'

/** This page's upload queue, while it runs (started by src/app/upload-queue.ts). */
interface UploadQueue {
  request(): void
  abort(key: string): void
}

interface Uploads {
  queue: UploadQueue | null
  /** Progress of each running upload of this page, from 0 to 1, by key. */
  progress: Record<string, number>
  /** How the last pass ended; null before the first one. */
  end: PassEnd | null
}

export const useUploads = create<Uploads>(() => ({ queue: null, progress: {}, end: null }))

/**
 * Returns every document with its pending changes, and the refused changes; undefined until local storage has been
 * read.
 */
export function useDocuments() {
  const { db } = useSession()
  return useLiveQuery(() => readDocuments(db), [db])
}

/**
 * Returns a URL for a picture on this device: the thumbnail, or the full picture if it is stored. Null if it is not
 * here.
 */
export function useLocalPicture(id: DocumentId, which: 'image' | 'thumbnail'): string | null | undefined {
  const { db } = useSession()
  const blob = useLiveQuery(async () => (await db.documentPictures.get(id))?.[which] ?? null, [db, id, which])
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    if (blob === undefined) return
    const made = blob && URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      if (made) URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}

type Fields = Pick<MedicalDocument, 'documentName' | 'documentType' | 'documentDate'>

/** Each method returns the key of what it queued; `watchFirstAttempt` reports attempts under it. */
export interface DocumentCommands {
  save(fields: Fields, picture: NewPicture): Promise<Result<{ key: string }, NotStored>>
  change(id: DocumentId, changes: DocumentFields): Promise<string>
  /**
   * Deletes a document and cancels its waiting or running upload, if its key is given. Returns null if the server has
   * nothing to delete.
   */
  remove(id: DocumentId, uploadKey: string | null): Promise<string | null>
  /** Sends a refused change again, with any corrections. */
  retry(position: number, corrected?: DocumentFields): Promise<string>
  discard(position: number): Promise<void>
}

/**
 * Returns what a screen may do with documents. Changes apply on this device immediately; the upload queue delivers
 * them.
 */
export function useDocumentCommands(): DocumentCommands {
  const { db } = useSession()
  return useMemo(() => {
    const context = { db, source: deviceClock }
    const deliver = () => useUploads.getState().queue?.request()
    const then = async (work: Promise<string>) => {
      const key = await work
      deliver()
      return key
    }
    return {
      async save(fields, picture) {
        try {
          const saved = await saveDocument(context, fields, picture)
          deliver()
          return ok(saved)
        } catch (error) {
          const problem = notStored(error)
          if (problem) return fail(problem)
          throw error
        }
      },
      change: (id, changes) => then(changeDocument(context, id, changes)),
      async remove(id, uploadKey) {
        const key = await deleteDocument(context, id)
        if (uploadKey) useUploads.getState().queue?.abort(uploadKey)
        deliver()
        return key
      },
      retry: (position, corrected) => then(retryDocument(context, position, corrected)),
      async discard(position) {
        await discardDocument(context, position)
        deliver()
      },
    }
  }, [db])
}
