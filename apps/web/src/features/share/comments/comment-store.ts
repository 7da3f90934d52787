import type { http } from '@daymark/contracts'
import { messageOf } from '../../../lib/api.ts'
import { useRefreshOnReturn } from '../../../lib/hooks/use-loaded.ts'
import { Store, useStore } from '../../../lib/store.ts'
import { commentCallsOf, identifyVisitor, type NewComment } from '../visitor/visitor.api.ts'

/** The number of threads of one photo, and how many of them are not resolved. */
type ThreadCounts = { threads: number; open: number }
type CommentsView = {
  status: 'loading' | 'ready' | 'unavailable'
  /** The name of the visitor. Null until the visitor enters one. */
  name: string | null
  /** By photo id. */
  counts: ReadonlyMap<string, ThreadCounts>
  /** The threads by photo id, for photos whose comments have been opened. */
  threads: ReadonlyMap<string, readonly http.VisitorThread[]>
  /** Whether the panel is open. */
  isOpen: boolean
  /** The point on the photo to which the new comment refers. */
  point: http.CommentPoint | null
  /** The id of the thread whose marker was clicked last. */
  currentThreadId: string | null
  /** The message of the last failure. */
  problem: string | null
}

const INITIAL_VIEW: CommentsView = {
  status: 'loading',
  name: null,
  counts: new Map(),
  threads: new Map(),
  isOpen: false,
  point: null,
  currentThreadId: null,
  problem: null,
}
export const NO_THREADS: ThreadCounts = { threads: 0, open: 0 }

/** Returns the view with the threads of one photo and their counts replaced. */
function mergeThreads(view: CommentsView, photoId: string, { name, threads }: http.ImageComments): CommentsView {
  const open = threads.filter(({ resolved_at }) => resolved_at === null).length
  return {
    ...view,
    name,
    threads: new Map(view.threads).set(photoId, threads),
    counts: new Map(view.counts).set(photoId, { threads: threads.length, open }),
  }
}

const failureText = (reason: unknown): string =>
  messageOf(reason, 'Something went wrong. Check your connection and try again.')

/** The comments of the open gallery that the visitor may see. */
export class CommentStore extends Store<CommentsView> {
  readonly #token: string
  readonly #calls: ReturnType<typeof commentCallsOf>

  constructor(token: string) {
    super(INITIAL_VIEW)
    this.#token = token
    this.#calls = commentCallsOf(token)
  }

  async load(): Promise<void> {
    const problem = await identifyVisitor(this.#token)
    const response = await this.#calls.readCounts().catch(() => null)
    // After a failure, comments that were loaded before stay, and are reloaded when the visitor returns to the page.
    if (!response) return this.snapshot().status === 'ready' ? undefined : this.#update({ status: 'unavailable' })
    const counts = new Map(response.images.map(({ id, threads, open }) => [id, { threads, open }]))
    this.#update({ status: 'ready', name: response.name, counts, problem })
  }

  /** Reloads all counts and the comments of the open photo. */
  async refresh(photoId: string | null): Promise<void> {
    await this.load()
    if (photoId !== null && this.snapshot().isOpen) await this.readThreads(photoId)
  }

  async readThreads(photoId: string): Promise<void> {
    try {
      this.#applyResponse(photoId, await this.#calls.readThreads(photoId))
    } catch (reason) {
      this.#update({ problem: failureText(reason) })
    }
  }

  toggle = () => this.#update({ isOpen: !this.snapshot().isOpen, point: null, currentThreadId: null, problem: null })
  close = () => this.#update({ isOpen: false, point: null, currentThreadId: null, problem: null })
  selectThread = (currentThreadId: string | null) => this.#update({ currentThreadId })
  setPoint = (point: http.CommentPoint | null) => this.#update({ point })
  /** Discards the state of the previous photo. Called when another photo opens. */
  resetPhoto = () => this.#update({ point: null, currentThreadId: null, problem: null })

  /** Writes a comment. Returns null on success, or the message of the failure. */
  async write(photoId: string, comment: NewComment): Promise<string | null> {
    try {
      const response = await this.#calls.write(photoId, comment)
      this.#applyResponse(photoId, response)
      if (!comment.thread_id) this.#update({ point: null, currentThreadId: response.threads.at(-1)?.id ?? null })
      return null
    } catch (reason) {
      return failureText(reason)
    }
  }
  resolve = (photoId: string, threadId: string, resolved: boolean) =>
    this.#change(photoId, () => this.#calls.resolve(threadId, resolved))
  remove = (photoId: string, commentId: string) => this.#change(photoId, () => this.#calls.remove(commentId))

  async #change(photoId: string, request: () => Promise<http.ImageComments>): Promise<void> {
    try {
      this.#applyResponse(photoId, await request())
    } catch (reason) {
      this.#update({ problem: failureText(reason) })
    }
  }

  #applyResponse(photoId: string, response: http.ImageComments) {
    this.#update({ ...mergeThreads(this.snapshot(), photoId, response), problem: null })
  }
  #update(change: Partial<CommentsView>) {
    this.set({ ...this.snapshot(), ...change })
  }
}

/** The store of the open gallery. Tiles, viewer and panel share it. */
let openStore: { token: string; store: CommentStore } | null = null

export function commentStoreOf({ link: { token } }: http.PublicShare): CommentStore {
  if (openStore?.token !== token) {
    openStore = { token, store: new CommentStore(token) }
    void openStore.store.load()
  }
  return openStore.store
}

export const useComments = (store: CommentStore): CommentsView => useStore(store)

/** Reloads the comments when the visitor returns to the page or the network returns. */
export const useFreshComments = (store: CommentStore, photoId: string) =>
  useRefreshOnReturn(() => void store.refresh(photoId))
