import { UPLOAD_RESET_MS } from '@daymark/contracts'
import { duplicatesOf } from './duplicates.ts'
import type { DuplicateCheck, Found } from './duplicate-check.ts'
import type { News } from './send-file.ts'
import { newItem, tryAgain, uploadError, type UploadItem } from './upload-item.ts'

export type UploadCounts = { success: number; failed: number; skipped: number }
type UploadState = {
  items: readonly UploadItem[]
  isRunning: boolean
  /** Duplicates are left out unless the person wants them. */
  withDuplicates: boolean
  /** What failed, kept after the list is cleared so that it can be tried again. */
  failed: readonly UploadItem[]
}
type Send = (item: UploadItem, onNews: (news: News) => void, signal: AbortSignal) => Promise<void>
type Options = {
  check?: (listener: ConstructorParameters<typeof DuplicateCheck>[1]) => DuplicateCheck
  /** Instead of sending a file that is there already. */
  skip?: (item: UploadItem) => Promise<void>
}

const empty: UploadState = { items: [], isRunning: false, withDuplicates: false, failed: [] }
/** How long after it was added a file waits for the answer whether the library has it. */
const CHECK_MS = 2000

/** A list of files that are sent one after another (L-UPL-09). It lives outside the screen, so that leaving it stops nothing. */
export class UploadQueue {
  readonly #send: Send
  readonly #skip: Options['skip']
  readonly #check: DuplicateCheck | undefined
  readonly #listeners = new Set<() => void>()
  readonly #finished = new Set<(counts: UploadCounts) => void>()
  #state = empty
  #current: { id: string; abort: AbortController } | null = null
  #reset: ReturnType<typeof setTimeout> | undefined
  constructor(send: Send, { check, skip }: Options = {}) {
    this.#send = send
    this.#skip = skip
    this.#check = check?.({ found: found => this.#found(found), isWanted: id => this.#item(id) !== undefined })
  }

  snapshot = () => this.#state
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** Called with the counts when a batch is through (L-UPL-10). */
  onFinished = (listener: (counts: UploadCounts) => void) => {
    this.#finished.add(listener)
    return () => void this.#finished.delete(listener)
  }

  add(files: readonly File[]) {
    if (!files.length) return
    this.#clearNow()
    const items = files.map(newItem)
    this.#set({ items: [...this.#state.items, ...items] })
    this.#check?.add(items)
  }

  remove = (id: string) => {
    if (this.#current?.id === id) this.#current.abort.abort()
    this.#set({ items: this.#state.items.filter(item => item.id !== id) })
  }

  clear() {
    clearTimeout(this.#reset)
    this.#set({ items: [], failed: [], withDuplicates: false })
    this.#current?.abort.abort()
  }

  retry = (id: string) => {
    clearTimeout(this.#reset)
    this.#set({ items: this.#state.items.map(item => (item.id === id ? tryAgain(item) : item)) })
    void this.start()
  }

  /** Also those that are still in the list. */
  retryFailed() {
    clearTimeout(this.#reset)
    const { items, failed } = this.#state
    this.#set({
      items: [...items.map(item => (item.state === 'error' ? tryAgain(item) : item)), ...failed.map(tryAgain)],
      failed: [],
    })
    void this.start()
  }

  forgetFailed() {
    this.#set({ items: this.#state.items.filter(({ state }) => state !== 'error'), failed: [] })
  }

  setWithDuplicates(withDuplicates: boolean) {
    clearTimeout(this.#reset)
    const back = (item: UploadItem): UploadItem => (item.state === 'skipped' ? { ...item, state: 'waiting' } : item)
    this.#set({ withDuplicates, items: withDuplicates ? this.#state.items.map(back) : this.#state.items })
  }

  async start() {
    if (this.#state.isRunning) return
    clearTimeout(this.#reset)
    this.#set({ isRunning: true })
    for (let item = this.#next(); item; item = this.#next()) await this.#handle(item)
    this.#set({ isRunning: false })
    this.#finish()
  }

  #next = () => this.#state.items.find(item => item.state === 'waiting')
  #item = (id: string) => this.#state.items.find(item => item.id === id)

  async #handle({ id, addedAt }: UploadItem) {
    if (this.#check) await this.#check.settled(id, addedAt + CHECK_MS - Date.now())
    const { items, withDuplicates } = this.#state
    const item = this.#item(id)
    if (!item) return
    if (withDuplicates || !duplicatesOf(items).has(id)) return this.#upload(item)
    this.#change(id, { state: 'skipped' })
    await this.#skip?.(item)
  }

  async #upload(item: UploadItem) {
    const { id } = item
    const abort = new AbortController()
    this.#current = { id, abort }
    this.#change(id, { state: 'uploading' })
    try {
      await this.#send(item, news => this.#change(id, news), abort.signal)
      this.#change(id, { state: 'complete', percent: 100, isReconnecting: false })
    } catch (reason) {
      this.#change(id, { state: 'error', isReconnecting: false, error: uploadError(reason) })
    }
    this.#current = null
  }

  #finish() {
    const of = (state: UploadItem['state']) => this.#state.items.filter(item => item.state === state)
    const counts = { success: of('complete').length, failed: of('error').length, skipped: of('skipped').length }
    if (counts.success + counts.failed + counts.skipped === 0) return
    this.#finished.forEach(listener => listener(counts))
    // L-UPL-11
    this.#reset = setTimeout(
      () => this.#set({ items: [], withDuplicates: false, failed: [...this.#state.failed, ...of('error')] }),
      UPLOAD_RESET_MS,
    )
  }

  /** New files after a finished batch begin a new list; they do not wait for the old one to go. */
  #clearNow() {
    clearTimeout(this.#reset)
    const isOver = ({ state }: UploadItem) => state === 'complete' || state === 'skipped'
    if (!this.#state.isRunning) this.#set({ items: this.#state.items.filter(item => !isOver(item)) })
  }

  /** Too late for what is on its way. */
  #found(found: ReadonlyMap<string, Found>) {
    const isNews = ({ id, state }: UploadItem) => state === 'waiting' && found.has(id)
    this.#set({ items: this.#state.items.map(item => (isNews(item) ? { ...item, ...found.get(item.id) } : item)) })
  }

  #change(id: string, patch: Partial<UploadItem>) {
    this.#set({ items: this.#state.items.map(item => (item.id === id ? { ...item, ...patch } : item)) })
  }

  #set(patch: Partial<UploadState>) {
    this.#state = { ...this.#state, ...patch }
    this.#listeners.forEach(listener => listener())
  }
}
