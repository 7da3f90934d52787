import { UPLOAD_RESET_MS } from '@daymark/contracts'
import { Store } from '../../../lib/store.ts'
import { duplicatesOf } from './duplicates.ts'
import type { DuplicateCheck, Found } from './duplicate-check.ts'
import { failsAfter, limitAttempts, nextOf } from './attempts.ts'
import { isTemporary, RetryDelay, waitingText } from './retry.ts'
import type { News } from './send-file.ts'
import { newItem, tryAgain, uploadError, type UploadItem } from './upload-item.ts'
import { emptyState, type UploadCounts, type UploadState } from './upload-state.ts'

type Send = (item: UploadItem, onNews: (news: News) => void, signal: AbortSignal) => Promise<void>
type Options = {
  check?: (listener: ConstructorParameters<typeof DuplicateCheck>[1]) => DuplicateCheck
  /** Called instead of sending a duplicate. */
  skip?: (item: UploadItem) => Promise<void>
}

/** The maximum time after it was added that a file waits for the duplicate check. */
const CHECK_MS = 2000

/**
 * A list of files that are sent one after another (L-UPL-09). It lives outside of the screen, so that leaving does not stop
 * it.
 */
export class UploadQueue extends Store<UploadState> {
  readonly #send: Send
  readonly #skip: Options['skip']
  readonly #check: DuplicateCheck | undefined
  readonly #finished = new Set<(counts: UploadCounts) => void>()
  readonly #delay = new RetryDelay()
  #current: { id: string; abort: AbortController } | null = null
  #reset: ReturnType<typeof setTimeout> | undefined
  constructor(send: Send, { check, skip }: Options = {}) {
    super(emptyState)
    this.#send = send
    this.#skip = skip
    this.#check = check?.({ found: found => this.#found(found), isWanted: id => this.#item(id) !== undefined })
  }

  /** Called with the counts at the end of a batch (L-UPL-10). */
  onFinished = (listener: (counts: UploadCounts) => void) => {
    this.#finished.add(listener)
    return () => void this.#finished.delete(listener)
  }

  add(files: readonly File[]) {
    if (!files.length) return
    this.#clearNow()
    const items = files.map(newItem)
    this.#set({ items: [...this.snapshot().items, ...items] })
    this.#check?.add(items)
  }

  remove = (id: string) => {
    if (this.#current?.id === id) this.#current.abort.abort()
    this.#set({ items: this.snapshot().items.filter(item => item.id !== id) })
  }

  clear() {
    clearTimeout(this.#reset)
    this.#set({ items: [], failed: [], withDuplicates: false })
    this.#current?.abort.abort()
  }

  retry = (id: string) => {
    clearTimeout(this.#reset)
    this.#set({ items: this.snapshot().items.map(item => (item.id === id ? tryAgain(item) : item)) })
    void this.start()
  }

  /** Includes those that are still in the list. */
  retryFailed() {
    clearTimeout(this.#reset)
    const { items, failed } = this.snapshot()
    this.#set({
      items: [...items.map(item => (item.state === 'error' ? tryAgain(item) : item)), ...failed.map(tryAgain)],
      failed: [],
    })
    void this.start()
  }

  forgetFailed() {
    this.#set({ items: this.snapshot().items.filter(({ state }) => state !== 'error'), failed: [] })
  }

  setWithDuplicates(withDuplicates: boolean) {
    clearTimeout(this.#reset)
    const back = (item: UploadItem): UploadItem => (item.state === 'skipped' ? { ...item, state: 'waiting' } : item)
    this.#set({ withDuplicates, items: withDuplicates ? this.snapshot().items.map(back) : this.snapshot().items })
  }

  async start() {
    if (this.snapshot().isRunning) return
    clearTimeout(this.#reset)
    this.#set({ isRunning: true })
    for (let item = this.#next(); item; item = this.#next()) await this.#handle(item)
    this.#set({ isRunning: false, waitsFor: null })
    this.#finish()
  }

  #next = () => nextOf(this.snapshot().items)
  #item = (id: string) => this.snapshot().items.find(item => item.id === id)

  async #handle({ id, addedAt }: UploadItem) {
    if (this.#check) await this.#check.settled(id, addedAt + CHECK_MS - Date.now())
    const { items, withDuplicates } = this.snapshot()
    const item = this.#item(id)
    if (!item) return
    const isLeftOut = !withDuplicates && duplicatesOf(items).has(id)
    const abort = new AbortController()
    this.#current = { id, abort }
    let isServerReached = false
    const onNews = (news: News) => {
      isServerReached ||= news.held !== undefined
      this.#onNews(id, news)
    }
    try {
      if (!isLeftOut) this.#change(id, { state: 'uploading' })
      await (isLeftOut ? this.#skip?.(item) : this.#send(item, onNews, abort.signal))
      this.#succeed(id, isLeftOut ? 'skipped' : 'complete')
    } catch (reason) {
      await this.#fail(id, reason, isServerReached, abort.signal)
    }
    this.#current = null
  }

  /** A retry does not reduce the progress. */
  #onNews(id: string, { percent = 0, held = 0 }: News) {
    const item = this.#item(id)
    if (!item) return
    if (held > item.held) {
      this.#delay.reset()
      this.#change(id, { held, fails: 0 })
    }
    if (percent <= item.percent) return
    // After the file is sent, the response may still come from a proxy.
    const isBack = percent < 100
    this.#change(id, { percent, ...(isBack && { error: null }) })
    if (isBack) this.#set({ waitsFor: null })
  }

  #succeed(id: string, state: 'complete' | 'skipped') {
    this.#delay.reset()
    this.#set({ items: limitAttempts(this.snapshot().items), waitsFor: null })
    this.#change(id, { state, error: null, ...(state === 'complete' && { percent: 100 }) })
  }

  async #fail(id: string, reason: unknown, isServerReached: boolean, signal: AbortSignal) {
    const item = this.#item(id)
    if (!item) return
    const error = uploadError(reason)
    const fails = failsAfter(item, reason, isServerReached)
    if (!isTemporary(reason) || fails === null) return this.#change(id, { state: 'error', error })
    const percent = Math.min(item.percent, 99)
    this.#change(id, { state: 'waiting', percent, fails, isAgain: true, error })
    this.#set({ waitsFor: waitingText(reason) })
    // Rejects when the file is removed: then the next one is tried at once.
    await this.#delay.wait(reason, signal).catch(() => undefined)
  }

  #finish() {
    const of = (state: UploadItem['state']) => this.snapshot().items.filter(item => item.state === state)
    const counts = { success: of('complete').length, failed: of('error').length, skipped: of('skipped').length }
    if (counts.success + counts.failed + counts.skipped === 0) return
    this.#finished.forEach(listener => listener(counts))
    // L-UPL-11
    this.#reset = setTimeout(
      () => this.#set({ items: [], withDuplicates: false, failed: [...this.snapshot().failed, ...of('error')] }),
      UPLOAD_RESET_MS,
    )
  }

  /** New files after a finished batch start a new list; they do not wait for the old one to be cleared. */
  #clearNow() {
    clearTimeout(this.#reset)
    const isOver = ({ state }: UploadItem) => state === 'complete' || state === 'skipped'
    if (!this.snapshot().isRunning) this.#set({ items: this.snapshot().items.filter(item => !isOver(item)) })
  }

  /** Too late for the file that is being sent. */
  #found(found: ReadonlyMap<string, Found>) {
    const isNews = ({ id, state }: UploadItem) => state === 'waiting' && found.has(id)
    this.#set({ items: this.snapshot().items.map(item => (isNews(item) ? { ...item, ...found.get(item.id) } : item)) })
  }

  #change(id: string, patch: Partial<UploadItem>) {
    this.#set({ items: this.snapshot().items.map(item => (item.id === id ? { ...item, ...patch } : item)) })
  }

  #set(patch: Partial<UploadState>) {
    this.set({ ...this.snapshot(), ...patch })
  }
}
