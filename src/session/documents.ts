import { useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { DocumentId } from '#domain/lib/ids.ts'
import { ok } from '#domain/lib/result.ts'
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
import { type SaveResult, saving } from './saving.ts'
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
  save(fields: Fields, picture: NewPicture): Promise<SaveResult<{ key: string }>>
  change(id: DocumentId, changes: DocumentFields): Promise<SaveResult<{ key: string }>>
  /**
   * Deletes a document and cancels its waiting or running upload, if its key is given. The key is null if the server
   * has nothing to delete.
   */
  remove(id: DocumentId, uploadKey: string | null): Promise<SaveResult<{ key: string | null }>>
  /** Sends a refused change again, with any corrections. */
  retry(position: number, corrected?: DocumentFields): Promise<string>
  discard(position: number): Promise<void>
}

/**
 * Returns what a screen may do with documents. Changes apply on this device immediately; the upload queue delivers
 * them.
 */
export function useDocumentCommands(): DocumentCommands {
  const { db, person } = useSession()
  return useMemo(() => {
    const context = { db, source: deviceClock }
    const deliver = () => useUploads.getState().queue?.request()
    const then = async <Key extends string | null>(work: () => Promise<Key>): Promise<SaveResult<{ key: Key }>> => {
      let key: Key | undefined
      const write = async () => {
        key = await work()
        return ok([])
      }
      const saved = await saving({ person }, { need: 'change', write, onSaved: deliver })
      return saved.ok ? ok({ key: key as Key }) : saved
    }
    const cancel = async (id: DocumentId, uploadKey: string) => {
      const key = await deleteDocument(context, id)
      useUploads.getState().queue?.abort(uploadKey)
      deliver()
      return ok({ key })
    }
    return {
      save: (fields, picture) => then(async () => (await saveDocument(context, fields, picture)).key),
      change: (id, changes) => then(() => changeDocument(context, id, changes)),
      // What waits here may be cancelled whatever the role is by now.
      remove: (id, uploadKey) => (uploadKey ? cancel(id, uploadKey) : then(() => deleteDocument(context, id))),
      async retry(position, corrected) {
        const key = await retryDocument(context, position, corrected)
        deliver()
        return key
      },
      async discard(position) {
        await discardDocument(context, position)
        deliver()
      },
    }
  }, [db, person])
}
