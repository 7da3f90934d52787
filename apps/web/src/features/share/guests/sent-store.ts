import type { http } from '@daymark/contracts'
import { logFailure } from '../../../lib/log.ts'
import { Store } from '../../../lib/store.ts'
import type { UploadQueue } from '../../../widgets/uploader/queue/upload-queue.ts'
import { guestQueue, readSent } from './guest.actions.ts'

type Files = readonly http.SentFile[] | null

/** The files that this guest sent, and the upload queue. */
export class SentStore extends Store<Files> {
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
