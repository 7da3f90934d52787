import { UPLOAD_RESET_MS } from '@daymark/contracts'
import { ApiError } from '../../lib/api.ts'
import { uniqueId } from '../../lib/unique-id.ts'

export type UploadItem = {
  id: string
  file: File
  state: 'waiting' | 'uploading' | 'complete' | 'error'
  /** 0 to 100 of what is sent; 100 while still uploading means that the server has it and has not answered yet. */
  percent: number
  /** 'Upload failed: 413' and, if the server gave one, its sentence. */
  error: { text: string; reason: string | null } | null
}
export type UploadCounts = { success: number; failed: number }
export type UploadState = {
  items: readonly UploadItem[]
  isRunning: boolean
  /** What failed in the last batch, kept after the list is cleared so that it can be tried again. */
  failed: readonly UploadItem[]
}
type Send = (item: UploadItem, onPercent: (percent: number) => void, signal: AbortSignal) => Promise<void>

const empty: UploadState = { items: [], isRunning: false, failed: [] }

function errorOf(reason: unknown): UploadItem['error'] {
  if (!(reason instanceof ApiError) || reason.status === 0) return { text: 'Upload failed', reason: null }
  return { text: `Upload failed: ${reason.status}`, reason: reason.sentence }
}

/** A list of files that are sent one after another (L-UPL-09). It lives outside the screen, so that leaving it stops nothing. */
export class UploadQueue {
  readonly #send: Send
  readonly #listeners = new Set<() => void>()
  readonly #finished = new Set<(counts: UploadCounts) => void>()
  #state = empty
  #current: { id: string; abort: AbortController } | null = null
  #reset: ReturnType<typeof setTimeout> | undefined
  constructor(send: Send) {
    this.#send = send
  }

  snapshot = () => this.#state
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** Hears the counts when a batch is through (L-UPL-10). */
  onFinished = (listener: (counts: UploadCounts) => void) => {
    this.#finished.add(listener)
    return () => void this.#finished.delete(listener)
  }

  add(files: readonly File[]) {
    if (!files.length) return
    this.#clearNow()
    const items = files.map<UploadItem>(file => ({ id: uniqueId(), file, state: 'waiting', percent: 0, error: null }))
    this.#set({ items: [...this.#state.items, ...items], failed: [] })
  }

  remove(id: string) {
    if (this.#current?.id === id) this.#current.abort.abort()
    this.#set({ items: this.#state.items.filter(item => item.id !== id) })
  }

  clear() {
    clearTimeout(this.#reset)
    this.#set({ items: [], failed: [] })
    this.#current?.abort.abort()
  }

  retry(id: string) {
    clearTimeout(this.#reset)
    this.#change(id, { state: 'waiting', percent: 0, error: null })
    void this.start()
  }

  retryFailed() {
    const again = this.#state.failed.map(item => ({ ...item, state: 'waiting' as const, percent: 0, error: null }))
    this.#set({ items: again, failed: [] })
    void this.start()
  }

  async start() {
    if (this.#state.isRunning) return
    clearTimeout(this.#reset)
    this.#set({ isRunning: true })
    for (let item = this.#next(); item; item = this.#next()) await this.#upload(item)
    this.#set({ isRunning: false })
    this.#finish()
  }

  #next = () => this.#state.items.find(item => item.state === 'waiting')

  async #upload({ id }: UploadItem) {
    const abort = new AbortController()
    this.#current = { id, abort }
    this.#change(id, { state: 'uploading' })
    const item = this.#state.items.find(other => other.id === id)
    try {
      if (item) await this.#send(item, percent => this.#change(id, { percent }), abort.signal)
      this.#change(id, { state: 'complete', percent: 100 })
    } catch (reason) {
      this.#change(id, { state: 'error', error: errorOf(reason) })
    }
    this.#current = null
  }

  #finish() {
    const of = (state: UploadItem['state']) => this.#state.items.filter(item => item.state === state)
    const counts = { success: of('complete').length, failed: of('error').length }
    if (counts.success + counts.failed === 0) return
    this.#finished.forEach(tell => tell(counts))
    this.#reset = setTimeout(() => this.#set({ items: [], failed: of('error') }), UPLOAD_RESET_MS) // L-UPL-11
  }

  /** New files after a finished batch begin a new list; they do not wait for the old one to go. */
  #clearNow() {
    clearTimeout(this.#reset)
    const isOver = (item: UploadItem) => item.state === 'complete'
    if (!this.#state.isRunning) this.#set({ items: this.#state.items.filter(item => !isOver(item)) })
  }

  #change(id: string, patch: Partial<UploadItem>) {
    this.#set({ items: this.#state.items.map(item => (item.id === id ? { ...item, ...patch } : item)) })
  }

  #set(patch: Partial<UploadState>) {
    this.#state = { ...this.#state, ...patch }
    this.#listeners.forEach(tell => tell())
  }
}
