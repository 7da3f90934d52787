import { onClear } from '../../../domain/cache/browser-cache.ts'
import { invalidate } from '../../../domain/cache/cache.ts'
import { hashFile } from '../../../lib/hash/file-hash.ts'
import { useStore } from '../../../lib/store.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import { sendFile } from './send-file.ts'
import { addUploaded, findKnown } from './upload.actions.ts'
import { UploadQueue } from './upload-queue.ts'

const queues = new Map<string, UploadQueue>()
const known = new Set<() => void>()
// The next user must not find the files of the previous one.
onClear(() => queues.forEach(queue => queue.clear()))

const ADDING_ATTEMPTS = 4

function createQueue(albumId: string | undefined) {
  const queue = new UploadQueue(
    async ({ id, file, isAgain, fails }, onNews, signal) => {
      const image = await sendFile(file, { key: id, isAgain, onNews, signal })
      if (albumId) await addUploaded(albumId, image.id, fails < ADDING_ATTEMPTS)
    },
    {
      check: listener => new DuplicateCheck({ hash: hashFile, ask: findKnown }, listener),
      // For an upload to an album, a duplicate is added to the album.
      skip: async item => {
        if (albumId && item.known) await addUploaded(albumId, item.known.id, true)
      },
    },
  )
  queue.onFinished(({ success, skipped }) => {
    if (success) void invalidate('upload')
    if (albumId && success + skipped) void invalidate('addToAlbum')
  })
  return queue
}

/** The uploads to the library, or to an album: one list each, shared by all screens. */
export const uploadQueue = (albumId?: string): UploadQueue => queueOf(albumId ?? '', () => createQueue(albumId))

/** Includes a queue of another kind in the status outside of the uploader. */
export function queueOf(key: string, create: () => UploadQueue): UploadQueue {
  const queue = queues.get(key) ?? create()
  if (!queues.has(key)) {
    queues.set(key, queue)
    // Deferred, because a screen requests its queue while it renders.
    queueMicrotask(() => known.forEach(listener => listener()))
  }
  return queue
}

export const useUploads = (queue: UploadQueue) => useStore(queue)

const all = () => [...queues.values()]
export const retryAllFailed = () => all().forEach(queue => queue.retryFailed())
export const forgetAllFailed = () => all().forEach(queue => queue.forgetFailed())

/** All running and failed uploads, for the status outside of the uploader. */
function summary() {
  const states = all().map(queue => queue.snapshot())
  const items = states.filter(({ isRunning }) => isRunning).flatMap(state => state.items)
  const failed = states.flatMap(({ isRunning, items: listed, failed: earlier }) =>
    isRunning ? earlier : [...listed.filter(({ state }) => state === 'error'), ...earlier],
  )
  return {
    done: items.filter(({ state }) => state !== 'waiting' && state !== 'uploading').length,
    all: items.length,
    waitsFor: states.find(({ waitsFor }) => waitsFor !== null)?.waitsFor ?? null,
    failed,
  }
}
type Summary = ReturnType<typeof summary>

const isSame = (a: Summary, b: Summary) =>
  a.done === b.done &&
  a.all === b.all &&
  a.waitsFor === b.waitsFor &&
  a.failed.length === b.failed.length &&
  a.failed.every((item, n) => item === b.failed[n])

let last = summary()
/** Returns the same object until it changes. */
function currentSummary() {
  const now = summary()
  if (!isSame(now, last)) last = now
  return last
}

function subscribe(listener: () => void) {
  let stops: (() => void)[] = []
  const follow = () => {
    stops.forEach(stop => stop())
    stops = all().map(queue => queue.subscribe(listener))
    listener()
  }
  follow()
  known.add(follow)
  return () => {
    known.delete(follow)
    stops.forEach(stop => stop())
  }
}

export const useAllUploads = () => useStore({ subscribe, snapshot: currentSummary })
