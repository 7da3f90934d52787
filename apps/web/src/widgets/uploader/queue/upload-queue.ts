import { UPLOAD_RESET_MS } from '@daymark/contracts'
import { Store } from '../../../lib/store.ts'
import { type DuplicateCheck, findDuplicates, type CheckResult } from './duplicate-check.ts'
import { countFailure, isTemporary, limitAttempts, chooseNextItem, RetryDelay, createWaitReason } from './retry.ts'
import type { SendUpdate } from './send-file.ts'
import {
  EMPTY_STATE,
  createItem,
  resetForRetry,
  type UploadCounts,
  toUploadError,
  type UploadItem,
  type UploadState,
} from './upload-item.ts'

type SendItem = (item: UploadItem, onUpdate: (update: SendUpdate) => void, signal: AbortSignal) => Promise<void>
type QueueOptions = {
  check?: (listener: ConstructorParameters<typeof DuplicateCheck>[1]) => DuplicateCheck
  /** Called for a duplicate, which is not sent. */
  skip?: (item: UploadItem) => Promise<void>
}

/**
 * L-UPL-09: sends the files of a list one after another. The queue is independent of screens, so uploads continue when
 * the user leaves the screen.
 */
export class UploadQueue extends Store<UploadState> {
  readonly #send: SendItem
  readonly #skip: QueueOptions['skip']
  readonly #check: DuplicateCheck | undefined
  readonly #finishListeners = new Set<(counts: UploadCounts) => void>()
  readonly #delay = new RetryDelay()
  #activeUpload: { id: string; controller: AbortController } | null = null
  #resetTimer: ReturnType<typeof setTimeout> | undefined
  #continue: () => void = () => undefined
  constructor(send: SendItem, { check, skip }: QueueOptions = {}) {
    super(EMPTY_STATE)
    this.#send = send
    this.#skip = skip
    this.#check = check?.({
      onResults: results => this.#applyCheckResults(results),
      isStillListed: id => this.#item(id) !== undefined,
    })
  }

  /** L-UPL-10: calls the listener with the counts at the end of a batch. */
  onFinished = (listener: (counts: UploadCounts) => void) => {
    this.#finishListeners.add(listener)
    return () => void this.#finishListeners.delete(listener)
  }

  add(files: readonly File[]) {
    if (!files.length) return
    this.#removeFinished()
    const items = files.map(createItem)
    this.#set({ items: [...this.snapshot().items, ...items] })
    this.#check?.add(items)
  }

  remove = (id: string) => {
    if (this.#activeUpload?.id === id) this.#activeUpload.controller.abort()
    this.#set({ items: this.snapshot().items.filter(item => item.id !== id) })
    // A paused queue without further files ends.
    if (!this.#nextItem()) this.resume()
  }

  clear() {
    clearTimeout(this.#resetTimer)
    this.#set({ items: [], failed: [], includesDuplicates: false })
    this.#activeUpload?.controller.abort()
    this.resume()
  }

  /** Stops sending until `resume`. The file that is being sent continues later where the server allows it. */
  pause() {
    if (!this.snapshot().isRunning) return
    this.#set({ isPaused: true, waitReason: null })
    this.#activeUpload?.controller.abort()
  }

  resume() {
    this.#set({ isPaused: false })
    this.#continue()
  }

  retry = (id: string) => {
    clearTimeout(this.#resetTimer)
    this.#set({ items: this.snapshot().items.map(item => (item.id === id ? resetForRetry(item) : item)) })
    void this.start()
  }

  /** Retries the failed files of the current and of cleared lists. */
  retryFailed() {
    clearTimeout(this.#resetTimer)
    const { items, failed } = this.snapshot()
    this.#set({
      items: [
        ...items.map(item => (item.state === 'error' ? resetForRetry(item) : item)),
        ...failed.map(resetForRetry),
      ],
      failed: [],
    })
    void this.start()
  }

  dismissFailed() {
    this.#set({ items: this.snapshot().items.filter(({ state }) => state !== 'error'), failed: [] })
  }

  setIncludesDuplicates(includesDuplicates: boolean) {
    clearTimeout(this.#resetTimer)
    const toWaiting = (item: UploadItem): UploadItem =>
      item.state === 'skipped' ? { ...item, state: 'waiting' } : item
    const { items } = this.snapshot()
    this.#set({ includesDuplicates, items: includesDuplicates ? items.map(toWaiting) : items })
  }

  async start() {
    if (this.snapshot().isRunning) return
    clearTimeout(this.#resetTimer)
    this.#set({ isRunning: true })
    for (let item = this.#nextItem(); item; item = this.#nextItem()) {
      if (this.snapshot().isPaused) await new Promise<void>(resolve => (this.#continue = resolve))
      else await this.#process(item)
    }
    this.#set({ isRunning: false, isPaused: false, waitReason: null })
    this.#finish()
  }

  #nextItem = () => chooseNextItem(this.snapshot().items)
  #item = (id: string) => this.snapshot().items.find(item => item.id === id)

  async #process({ id }: UploadItem) {
    if (this.#check) await this.#check.waitUntilChecked(id)
    const { items, includesDuplicates } = this.snapshot()
    const item = this.#item(id)
    if (!item || this.snapshot().isPaused) return
    const isSkipped = !includesDuplicates && findDuplicates(items).has(id)
    const controller = new AbortController()
    this.#activeUpload = { id, controller }
    let isServerReached = false
    const onUpdate = (update: SendUpdate) => {
      isServerReached ||= update.bytesOnServer !== undefined
      this.#onUpdate(id, update)
    }
    try {
      if (!isSkipped) this.#change(id, { state: 'uploading' })
      await (isSkipped ? this.#skip?.(item) : this.#send(item, onUpdate, controller.signal))
      this.#succeed(id, isSkipped ? 'skipped' : 'complete')
    } catch (reason) {
      await this.#fail(id, reason, isServerReached, controller.signal)
    }
    this.#activeUpload = null
  }

  /** Updates the progress of a file. A retry does not reduce the displayed progress. */
  #onUpdate(id: string, { percent = 0, bytesOnServer = 0 }: SendUpdate) {
    const item = this.#item(id)
    if (!item) return
    if (bytesOnServer > item.bytesOnServer) {
      this.#delay.reset()
      this.#change(id, { bytesOnServer, failedAttempts: 0 })
    }
    if (percent <= item.percent) return
    // The server is reachable if some bytes were sent. 100 % is no proof, because a proxy may have received the file.
    const isServerReachable = percent < 100
    this.#change(id, { percent, ...(isServerReachable && { error: null }) })
    if (isServerReachable) this.#set({ waitReason: null })
  }

  #succeed(id: string, state: 'complete' | 'skipped') {
    this.#delay.reset()
    this.#set({ items: limitAttempts(this.snapshot().items), waitReason: null })
    this.#change(id, { state, error: null, ...(state === 'complete' && { percent: 100 }) })
  }

  async #fail(id: string, reason: unknown, isServerReached: boolean, signal: AbortSignal) {
    const item = this.#item(id)
    if (!item) return
    const percent = Math.min(item.percent, 99)
    if (this.snapshot().isPaused) return this.#change(id, { state: 'waiting', percent, isRetry: true, error: null })
    const error = toUploadError(reason)
    const failedAttempts = countFailure(item, reason, isServerReached)
    if (!isTemporary(reason) || failedAttempts === null) return this.#change(id, { state: 'error', error })
    this.#change(id, { state: 'waiting', percent, failedAttempts, isRetry: true, error })
    this.#set({ waitReason: createWaitReason(reason) })
    // The wait rejects if the user removes the file or pauses the queue.
    await this.#delay.wait(reason, signal).catch(() => this.#change(id, { error: null }))
  }

  #finish() {
    const itemsIn = (state: UploadItem['state']) => this.snapshot().items.filter(item => item.state === state)
    const counts = {
      success: itemsIn('complete').length,
      failed: itemsIn('error').length,
      skipped: itemsIn('skipped').length,
    }
    if (counts.success + counts.failed + counts.skipped === 0) return
    this.#finishListeners.forEach(listener => listener(counts))
    // L-UPL-11: clears the list some time after the end of a batch.
    this.#resetTimer = setTimeout(() => {
      const failed = [...this.snapshot().failed, ...itemsIn('error')]
      this.#set({ items: [], includesDuplicates: false, failed })
    }, UPLOAD_RESET_MS)
  }

  /** Removes finished files. Called before new files are added, because these start a new list. */
  #removeFinished() {
    clearTimeout(this.#resetTimer)
    const isFinished = ({ state }: UploadItem) => state === 'complete' || state === 'skipped'
    if (!this.snapshot().isRunning) this.#set({ items: this.snapshot().items.filter(item => !isFinished(item)) })
  }

  /** Applies the results of duplicate checks to files that have not been sent yet. */
  #applyCheckResults(results: ReadonlyMap<string, CheckResult>) {
    const isUpdatable = ({ id, state }: UploadItem) => state === 'waiting' && results.has(id)
    this.#set({
      items: this.snapshot().items.map(item => (isUpdatable(item) ? { ...item, ...results.get(item.id) } : item)),
    })
  }

  #change(id: string, patch: Partial<UploadItem>) {
    this.#set({ items: this.snapshot().items.map(item => (item.id === id ? { ...item, ...patch } : item)) })
  }

  #set(patch: Partial<UploadState>) {
    this.set({ ...this.snapshot(), ...patch })
  }
}
