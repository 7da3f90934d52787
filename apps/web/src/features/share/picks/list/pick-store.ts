import { type Choice, type http, PICKS } from '@daymark/contracts'
import { ApiError, messageOf } from '../../../../lib/api.ts'
import { Store } from '../../../../lib/store.ts'
import { uniqueId } from '../../../../lib/unique-id.ts'
import { PickQueue } from './pick-queue.ts'
import { PickRows } from './pick-rows.ts'
import { NOTHING_YET, type PicksView } from './picks-view.ts'
import { type Calls, callsOf } from './own-list.actions.ts'

/** Presses come in bursts, so they are sent together. */
const [GATHER_MS, RETRY_MS] = [500, 5000]

/** The pick list of one visitor on this page. Changes are shown at once and sent when possible. */
export class PickStore extends Store<PicksView> {
  readonly settings: http.PickSettings
  readonly #calls: Calls
  readonly #queue: PickQueue
  readonly #rows: PickRows
  #timer: ReturnType<typeof setTimeout> | undefined
  #work: Promise<void> | null = null

  constructor({ link: { token, picks }, images }: http.PublicShare) {
    super(NOTHING_YET)
    if (!picks) throw new Error('nothing is picked here')
    const page = uniqueId().slice(0, 8)
    this.settings = picks
    this.#calls = callsOf(token)
    this.#queue = new PickQueue(token, page)
    this.#rows = new PickRows(page, new Set(images.map(({ id }) => id)))
  }

  row = (id: string) => this.#rows.of(id)
  chosen = (choice: Choice) => this.#rows.chosen(choice)
  shows = (ids: string[]) => this.#rows.shows(new Set(ids))

  /** `opened`: whether the page was opened by a personal link, and its failure. */
  async load(opened: Promise<string | null>): Promise<void> {
    try {
      const problem = await opened
      this.#take(await this.#calls.read(0))
      this.#goOn()
      this.#show({ is: 'ready', problem: problem ?? this.snapshot().problem })
      void this.flush()
    } catch {
      this.#show({ is: 'unavailable' })
    }
  }

  /** Includes unsent changes of an earlier page. */
  #goOn() {
    const left = this.#queue.taken()
    const { list } = this.snapshot()
    if (left.length === 0 || !list) return
    if (list.sent_at)
      return this.#show({ problem: 'Your list has already been sent. It does not include your last changes.' })
    this.#rows.takeUnsent(left)
    this.#kept()
  }

  /** Reads changes by other devices and by the photographer. */
  async refresh() {
    if (this.snapshot().is !== 'ready' || !this.snapshot().list || this.#work) return
    await this.#attempt(async () => this.#take(await this.#calls.read(this.snapshot().list?.revision ?? 0)))
    void this.flush()
  }

  async begin(name: string, email: string): Promise<string | null> {
    const { asked } = this.snapshot()
    try {
      this.#rows.forget()
      this.#take(await this.#calls.begin(name, email))
    } catch (reason) {
      return messageOf(reason, 'Your list could not be created. Please try again.')
    }
    this.#show({ asked: null })
    if (asked?.id) this.choose(asked.id, asked.choice)
    return null
  }
  /** Asks for the visitor's name, unless it was given in a comment or another window. */
  ask = async (asked: NonNullable<PicksView['asked']> = { id: '', choice: 'none' }) => {
    await this.#attempt(async () => this.#take(await this.#calls.read(0)))
    if (this.snapshot().list && asked.id) return this.choose(asked.id, asked.choice)
    this.#show({ asked: this.snapshot().list ? null : asked })
  }
  dismiss = () => this.#show({ asked: null })
  choose(id: string, choice: Choice) {
    if (!this.snapshot().list) return void this.ask({ id, choice })
    const { maximum } = this.settings
    const isMore = choice === 'picked' && this.#rows.of(id).choice !== 'picked'
    if (isMore && maximum !== null && this.snapshot().picked >= maximum)
      return this.#show({ problem: `You have chosen ${maximum} of ${maximum}. Remove one to choose another.` })
    this.#say(id, { choice })
  }
  write = (id: string, note: string) => this.#say(id, { note: note.trim().slice(0, PICKS.note) })

  #say(id: string, said: { choice: Choice } | { note: string }) {
    const { list } = this.snapshot()
    if (!list || list.sent_at) return
    this.#rows.say(id, said)
    this.#kept()
    this.#show({ problem: null })
    this.#later(GATHER_MS)
  }

  /** Sends unsent changes; concurrent calls share one request. */
  flush = (): Promise<void> => {
    clearTimeout(this.#timer)
    this.#work ??= this.#sendAll().finally(() => {
      this.#work = null
    })
    return this.#work
  }

  async #sendAll() {
    for (let next = this.#rows.unsent(PICKS.perCall); next.length > 0; next = this.#rows.unsent(PICKS.perCall)) {
      const batch = next
      const isDone = await this.#attempt(async () => {
        const answer = await this.#calls.change(this.snapshot().list?.revision ?? 0, batch)
        this.#rows.sent(batch)
        this.#take(answer)
      })
      if (!isDone) return
    }
  }

  /** Sends all changes, then locks the list. */
  async send(): Promise<boolean> {
    await this.flush()
    if (this.#rows.unsent(1).length > 0) return false
    return this.#attempt(async () => this.#take(await this.#calls.send(this.snapshot().list?.revision ?? 0)))
  }

  key = async (): Promise<http.PicksKey | null> => {
    let key: http.PicksKey | null = null
    await this.#attempt(async () => void (key = await this.#calls.key()))
    return key
  }

  async leave() {
    await this.flush()
    await this.#attempt(async () => {
      await this.#calls.leave()
      this.#rows.forget()
      this.#kept()
      this.#show({ list: null })
    })
  }

  /** Retries when the server cannot be reached; shows the message of a refusal. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      this.#show({ isOffline: false })
      return true
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      if (reason.status === 0 || reason.status === 429 || reason.status >= 500) this.#away()
      else await this.#refused(reason)
      return false
    }
  }
  #away() {
    this.#show({ isOffline: true })
    this.#later(RETRY_MS)
  }
  /** The list was sent from another device or removed by the photographer: later changes here are lost. */
  async #refused({ code, serverMessage }: ApiError) {
    const problem = serverMessage ?? 'Something went wrong. Please try again.'
    if (code !== 'picks_sent' && code !== 'pick_list_not_found') return this.#show({ problem })
    this.#rows.forget()
    this.#kept()
    this.#take(await this.#calls.read(0).catch(() => ({ list: null, now: new Date().toISOString() })))
    this.#show({ problem })
  }

  #later(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }
  #kept() {
    this.#queue.keep(this.#rows.unsent())
  }

  #take({ list, now }: http.OwnPicks) {
    if (!list) return this.#show({ list: null })
    const { picks, ...listed } = list
    this.#rows.take(picks, now)
    this.#kept()
    this.#show({ list: listed })
  }

  #show(change: Partial<PicksView>) {
    const [picked, rejected] = [this.#rows.chosen('picked').length, this.#rows.chosen('rejected').length]
    this.set({ ...this.snapshot(), ...change, picked, rejected, isSaved: this.#rows.unsent(1).length === 0 })
  }
}
