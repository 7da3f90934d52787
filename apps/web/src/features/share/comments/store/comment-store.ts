import type { http } from '@daymark/contracts'
import { messageOf } from '../../../../lib/api.ts'
import { Store } from '../../../../lib/store.ts'
import { openedVisitor } from '../../visitor/visitor.actions.ts'
import { callsOf, type Written } from './comments.actions.ts'
import { type CommentsView, NOTHING_YET, withThreads } from './comments-view.ts'

const failureText = (reason: unknown): string =>
  messageOf(reason, 'Something went wrong. Check your connection and try again.')

/** The comments of the open gallery that its visitor may see. */
export class CommentStore extends Store<CommentsView> {
  readonly #token: string
  readonly #calls: ReturnType<typeof callsOf>

  constructor(token: string) {
    super(NOTHING_YET)
    this.#token = token
    this.#calls = callsOf(token)
  }

  async load(): Promise<void> {
    const problem = await openedVisitor(this.#token)
    const found = await this.#calls.counts().catch(() => null)
    // Shown comments and drafts stay; returning to the page reloads them.
    if (!found) return this.snapshot().is === 'ready' ? undefined : this.#show({ is: 'unavailable' })
    const counts = new Map(found.images.map(({ id, threads, open }) => [id, { threads, open }]))
    this.#show({ is: 'ready', name: found.name, counts, problem })
  }
  /** Reloads all counts and the comments of the open photo. */
  async refresh(image: string | null): Promise<void> {
    await this.load()
    if (image !== null && this.snapshot().isOpen) await this.look(image)
  }
  /** Reads the threads of a photo. */
  async look(image: string): Promise<void> {
    try {
      this.#take(image, await this.#calls.ofImage(image))
    } catch (reason) {
      this.#show({ problem: failureText(reason) })
    }
  }

  toggle = () => this.#show({ isOpen: !this.snapshot().isOpen, point: null, current: null, problem: null })
  close = () => this.#show({ isOpen: false, point: null, current: null, problem: null })
  choose = (current: string | null) => this.#show({ current })
  mark = (point: http.CommentPoint | null) => this.#show({ point })
  /** Another photo is shown: discards the state of the previous one. */
  turn = () => this.#show({ point: null, current: null, problem: null })

  /** Returns the message that explains the failure, if any. */
  async write(image: string, written: Written): Promise<string | null> {
    try {
      const answer = await this.#calls.write(image, written)
      this.#take(image, answer)
      if (!written.thread_id) this.#show({ point: null, current: answer.threads.at(-1)?.id ?? null })
      return null
    } catch (reason) {
      return failureText(reason)
    }
  }
  resolve = (image: string, thread: string, resolved: boolean) =>
    this.#change(image, () => this.#calls.resolve(thread, resolved))
  remove = (image: string, comment: string) => this.#change(image, () => this.#calls.remove(comment))

  async #change(image: string, request: () => Promise<http.ImageComments>): Promise<void> {
    try {
      this.#take(image, await request())
    } catch (reason) {
      this.#show({ problem: failureText(reason) })
    }
  }

  #take(image: string, answer: http.ImageComments) {
    this.#show({ ...withThreads(this.snapshot(), image, answer), problem: null })
  }
  #show(change: Partial<CommentsView>) {
    this.set({ ...this.snapshot(), ...change })
  }
}
