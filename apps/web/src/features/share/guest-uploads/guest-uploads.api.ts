import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { useEffect, useState } from 'react'
import { urlOf, call, readWithRetry } from '../../../lib/api.ts'
import { hashFile } from '../../../lib/hash/file-hash.ts'
import { logFailure } from '../../../lib/log.ts'
import { failureOf } from '../../../lib/outcome.ts'
import { Store, useStore } from '../../../lib/store.ts'
import { sendFile } from '../../../widgets/uploader/queue/send-file.ts'
import { UploadQueue } from '../../../widgets/uploader/queue/upload-queue.ts'

export const readUploadPage = (token: string) => readWithRetry(() => call(routes.getUploadPage, { params: { token } }))
export const unlockUploadPage = (token: string, password: string) =>
  call(routes.unlockUploadPage, { params: { token }, body: { password } })
const readSentFiles = async (token: string) => (await call(routes.listSentFiles, { params: { token } })).files

/** Sends the name of the guest. Returns null on success, or the message of the failure. */
export const submitGuestName = (token: string, name: string) =>
  failureOf(call(routes.nameUploadGuest, { params: { token }, body: { name } }), {
    fallback: 'Your name could not be sent. Please try again.',
  })

const withdrawFile = (token: string, { id }: http.SentFile) =>
  failureOf(call(routes.withdrawFile, { params: { token, file: id } }), {
    fallback: 'The photo could not be removed. Please try again.',
  })

type GuestQueueOptions = { listSentFiles: () => readonly http.SentFile[]; onSent: (file: http.SentFile) => void }

/** Creates the queue that sends the files of a guest one after another and skips files that were already sent. */
function createGuestQueue(token: string, { listSentFiles, onSent }: GuestQueueOptions): UploadQueue {
  const params = { token }
  const readProgress = async (key: string, signal: AbortSignal) => {
    const { offset, file } = await call(routes.getSendingFile, { params: { token, key }, signal })
    return { offset, image: file }
  }
  return new UploadQueue(async ({ id, file, isRetry }, onUpdate, signal) => {
    const sha256 = isRetry ? null : await hashFile(file, () => !signal.aborted)
    if (listSentFiles().some(sentFile => sentFile.sha256 === sha256)) return
    const path = urlOf(routes.sendFile, { params })
    onSent(await sendFile<http.SentFile>(file, { key: id, isRetry, path, progress: readProgress, onUpdate, signal }))
  })
}

/** Holds the files that this guest sent (null until loaded) and the upload queue. */
class SentFileStore extends Store<readonly http.SentFile[] | null> {
  readonly queue: UploadQueue
  readonly #token: string
  constructor(token: string) {
    super(null)
    this.#token = token
    this.queue = createGuestQueue(token, {
      listSentFiles: () => this.snapshot() ?? [],
      onSent: file => this.set([file, ...(this.snapshot() ?? []).filter(({ id }) => id !== file.id)]),
    })
  }

  read = () =>
    readSentFiles(this.#token).then(
      files => this.set(files),
      (reason: unknown) => logFailure('The sent photos could not be read', reason),
    )
}

/** The polling interval while photos are being processed. */
const SENT_FILES_POLL_MS = 3000

export function useSentFiles(token: string) {
  const [store] = useState(() => new SentFileStore(token))
  const sentFiles = useStore(store)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => void store.read(), [store])
  const isProcessing = sentFiles?.some(({ processing_status: status }) => status === 'processing') ?? false
  useEffect(() => {
    if (!isProcessing) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void store.read(), SENT_FILES_POLL_MS)
    return () => clearInterval(timer)
  }, [isProcessing, store])
  const withdraw = async (file: http.SentFile) => {
    setProblem(await withdrawFile(token, file))
    await store.read()
  }
  return { sentFiles, queue: store.queue, problem, withdraw }
}
