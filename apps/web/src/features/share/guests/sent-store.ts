import type { http } from '@daymark/contracts'
import { logFailure } from '../../../lib/log.ts'
import type { UploadQueue } from '../../../widgets/uploader/queue/upload-queue.ts'
import { guestQueue, readSent } from './guest.actions.ts'

type Files = readonly http.SentFile[] | null

/** What this guest sent, and the list of what is on its way. */
export class SentStore {
  readonly queue: UploadQueue
  readonly #token: string
  readonly #listeners = new Set<() => void>()
  #files: Files = null
  constructor(token: string) {
    this.#token = token
    this.queue = guestQueue(token, {
      files: () => this.#files ?? [],
      onSent: file => this.#show([file, ...(this.#files ?? []).filter(({ id }) => id !== file.id)]),
    })
  }

  snapshot = () => this.#files
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  read = () =>
    readSent(this.#token).then(
      files => this.#show(files),
      (reason: unknown) => logFailure('Sent photos could not be read', reason),
    )

  #show(files: Files) {
    this.#files = files
    this.#listeners.forEach(listener => listener())
  }
}
