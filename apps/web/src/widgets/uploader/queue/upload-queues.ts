import { onClear } from '../../../domain/cache/cache-store.ts'
import { invalidate } from '../../../domain/cache/cache.ts'
import { hashFile } from '../../../lib/hash/file-hash.ts'
import { useStore } from '../../../lib/store.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { sendFile } from './send-file.ts'
import { addUploadedToAlbum, findKnownFiles } from './upload.actions.ts'
import { UploadQueue } from './upload-queue.ts'

const queues = new Map<string, UploadQueue>()
/** Called when a queue is created. */
const queueListeners = new Set<() => void>()
// Empties the queues at sign-out, because another user must not see the files.
onClear(() => queues.forEach(queue => queue.clear()))

/** If adding a photo to the album fails this often, the photo is uploaded without being added. */
const MAX_ALBUM_ADD_ATTEMPTS = 4

function createQueue(albumId: string | undefined) {
  const queue = new UploadQueue(
    async ({ id, file, isRetry, failedAttempts }, onUpdate, signal) => {
      const image = await sendFile(file, { key: id, isRetry, onUpdate, signal })
      if (albumId) await addUploadedToAlbum(albumId, image.id, failedAttempts < MAX_ALBUM_ADD_ATTEMPTS)
    },
    {
      check: listener => new DuplicateCheck({ hash: hashFile, findKnown: findKnownFiles }, listener),
      // Adds the existing photo to the album instead of sending the duplicate.
      skip: async item => {
        if (albumId && item.existingPhoto) await addUploadedToAlbum(albumId, item.existingPhoto.id, true)
      },
    },
  )
  queue.onFinished(({ success, skipped }) => {
    if (success) void invalidate('upload')
    if (albumId && success + skipped) void invalidate('addToAlbum')
  })
  return queue
}

/** Returns the upload queue of the library or of an album. All screens share it. */
export const getUploadQueue = (albumId?: string): UploadQueue => getQueue(albumId ?? '', () => createQueue(albumId))

/** Returns the queue with a key, and creates it on first use. The upload status includes all queues. */
export function getQueue(key: string, create: () => UploadQueue): UploadQueue {
  const queue = queues.get(key) ?? create()
  if (!queues.has(key)) {
    queues.set(key, queue)
    // The listeners are called later, because screens call this function while they render.
    queueMicrotask(() => queueListeners.forEach(listener => listener()))
  }
  return queue
}

export const useUploads = (queue: UploadQueue) => useStore(queue)

const allQueues = () => [...queues.values()]
export const retryAllFailed = () => allQueues().forEach(queue => queue.retryFailed())
export const dismissAllFailed = () => allQueues().forEach(queue => queue.dismissFailed())
export const pauseAll = () => allQueues().forEach(queue => queue.pause())
export const resumeAll = () => allQueues().forEach(queue => queue.resume())

/** Returns the progress of all running queues and all failed files. */
function summarizeUploads() {
  const states = allQueues().map(queue => queue.snapshot())
  const items = states.filter(({ isRunning }) => isRunning).flatMap(state => state.items)
  const failed = states.flatMap(({ isRunning, items: listItems, failed: clearedItems }) =>
    isRunning ? clearedItems : [...listItems.filter(({ state }) => state === 'error'), ...clearedItems],
  )
  return {
    finishedCount: items.filter(({ state }) => state !== 'waiting' && state !== 'uploading').length,
    total: items.length,
    isPaused: items.length > 0 && states.every(({ isRunning, isPaused }) => isPaused || !isRunning),
    waitReason: states.find(({ waitReason }) => waitReason !== null)?.waitReason ?? null,
    failed,
  }
}
type UploadSummary = ReturnType<typeof summarizeUploads>

const isSameSummary = (a: UploadSummary, b: UploadSummary) =>
  a.finishedCount === b.finishedCount &&
  a.total === b.total &&
  a.isPaused === b.isPaused &&
  a.waitReason === b.waitReason &&
  a.failed.length === b.failed.length &&
  a.failed.every((item, n) => item === b.failed[n])

let lastSummary = summarizeUploads()
/** Returns the same object until the summary changes, as React requires. */
function readSummary() {
  const summary = summarizeUploads()
  if (!isSameSummary(summary, lastSummary)) lastSummary = summary
  return lastSummary
}

function subscribeToQueues(listener: () => void) {
  let unsubscribers: (() => void)[] = []
  const resubscribe = () => {
    unsubscribers.forEach(unsubscribe => unsubscribe())
    unsubscribers = allQueues().map(queue => queue.subscribe(listener))
    listener()
  }
  resubscribe()
  queueListeners.add(resubscribe)
  return () => {
    queueListeners.delete(resubscribe)
    unsubscribers.forEach(unsubscribe => unsubscribe())
  }
}

export const useAllUploads = () => useStore({ subscribe: subscribeToQueues, snapshot: readSummary })
