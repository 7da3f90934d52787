import { useEffect, useState, useSyncExternalStore } from 'react'
import type { http } from '@daymark/contracts'
import { api, uploadFile } from '../../lib/api.ts'
import { invalidate } from '../../lib/cache/cache.ts'
import { logFailure } from '../../lib/log.ts'
import { UploadQueue } from './upload-queue.ts'

const queues = new Map<string, UploadQueue>()
const known = new Set<() => void>()

/** L-UPL-13: each upload is followed by adding the image to the album; if that fails it is logged only (L-UPL-19). */
async function addToAlbum(albumId: string, imageId: string) {
  await api('POST', `/api/albums/${encodeURIComponent(albumId)}/images`, { body: { image_id: imageId } }).catch(
    (reason: unknown) => logFailure('Adding the uploaded photo to the album failed', reason),
  )
}

function createQueue(albumId: string | undefined) {
  const queue = new UploadQueue(async ({ id, file }, onPercent, signal) => {
    const image = await uploadFile<http.Image>('/api/images', file, { key: id, onPercent, signal })
    if (albumId) await addToAlbum(albumId, image.id)
  })
  queue.onFinished(({ success }) => {
    if (!success) return
    void invalidate('upload')
    if (albumId) void invalidate('addToAlbum')
  })
  return queue
}

/** The uploads to the library, or to an album: one list each, whatever screen shows it. */
export function uploadQueue(albumId?: string): UploadQueue {
  const key = albumId ?? ''
  const queue = queues.get(key) ?? createQueue(albumId)
  if (!queues.has(key)) {
    queues.set(key, queue)
    // Not at once: a screen asks for its queue while it is drawn.
    queueMicrotask(() => known.forEach(tell => tell()))
  }
  return queue
}

export const useUploads = (queue: UploadQueue) => useSyncExternalStore(queue.subscribe, queue.snapshot)

/** Everything that is being uploaded, for the note outside the uploader. */
export function useRunningUploads() {
  const [running, setRunning] = useState({ done: 0, all: 0 })
  useEffect(() => {
    const count = () => {
      const items = [...queues.values()]
        .filter(queue => queue.snapshot().isRunning)
        .flatMap(queue => queue.snapshot().items)
      const done = items.filter(({ state }) => state === 'complete' || state === 'error').length
      setRunning(now => (now.done === done && now.all === items.length ? now : { done, all: items.length }))
    }
    let stops: (() => void)[] = []
    const follow = () => {
      stops.forEach(stop => stop())
      stops = [...queues.values()].map(queue => queue.subscribe(count))
      count()
    }
    follow()
    known.add(follow)
    return () => {
      known.delete(follow)
      stops.forEach(stop => stop())
    }
  }, [])
  return running
}
