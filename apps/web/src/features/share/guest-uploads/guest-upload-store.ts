import type { http } from '@daymark/contracts'
import { useEffect, useState } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { Store, useStore } from '../../../lib/store.ts'
import type { UploadQueue } from '../../../widgets/uploader/queue/upload-queue.ts'
import { guestQueue, readSent, withdrawPhoto } from './guest.actions.ts'

type Files = readonly http.SentFile[] | null

/** The files that this guest sent, and the upload queue. */
class SentStore extends Store<Files> {
  readonly queue: UploadQueue
  readonly #token: string
  constructor(token: string) {
    super(null)
    this.#token = token
    this.queue = guestQueue(token, {
      files: () => this.snapshot() ?? [],
      onSent: file => this.set([file, ...(this.snapshot() ?? []).filter(({ id }) => id !== file.id)]),
    })
  }

  read = () =>
    readSent(this.#token).then(
      files => this.set(files),
      (reason: unknown) => logFailure('Sent photos could not be read', reason),
    )
}

/** Polling interval for photos that are processing, while the page is visible. */
const POLL_MS = 3000

export function useSent(token: string) {
  const [store] = useState(() => new SentStore(token))
  const sent = useStore(store)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => void store.read(), [store])
  const isPreparing = sent?.some(({ processing_status: status }) => status === 'processing') ?? false
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void store.read(), POLL_MS)
    return () => clearInterval(timer)
  }, [isPreparing, store])
  const back = async (file: http.SentFile) => {
    setProblem(await withdrawPhoto(token, file))
    await store.read()
  }
  return { sent, queue: store.queue, problem, withdrawPhoto: back }
}
