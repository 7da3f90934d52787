import { type Choice, type http, PICK_LIMITS, type PickState } from '@daymark/contracts'
import { ApiError, messageOf } from '../../../lib/api.ts'
import { Store, useStore } from '../../../lib/store.ts'
import { uniqueId } from '../../../lib/unique-id.ts'
import { useRefreshOnReturn } from '../../../lib/hooks/use-loaded.ts'
import { identifyVisitor, type PickCalls, pickCallsOf } from '../visitor/visitor.api.ts'
import { LocalPicks, UnsentPickStorage } from './local-picks.ts'

type PickList = Omit<NonNullable<http.OwnPicks['list']>, 'picks'>
export type PicksView = {
  status: 'loading' | 'ready' | 'unavailable'
  /** Null until the visitor enters a name. */
  list: PickList | null
  /** The numbers of picked and rejected photos. */
  picked: number
  rejected: number
  /** Whether changes could not be sent because the server cannot be reached. */
  isOffline: boolean
  /** Whether all changes are sent. */
  isSaved: boolean
  /** The message of the last failure. */
  problem: string | null
  /** Set while the page asks for the visitor's name: the pick that is applied afterwards. An empty id means no pick. */
  pickAwaitingName: { id: string; choice: Choice } | null
}

const INITIAL_VIEW: PicksView = {
  status: 'loading',
  list: null,
  picked: 0,
  rejected: 0,
  isOffline: false,
  isSaved: true,
  problem: null,
  pickAwaitingName: null,
}

/** Changes that are made within this time are sent in one request. */
const BATCH_MS = 500
const RETRY_MS = 5000

/** The pick list of this visitor. Changes are shown immediately and sent as soon as the server can be reached. */
export class PickStore extends Store<PicksView> {
  readonly settings: http.PickSettings
  readonly #calls: PickCalls
  readonly #storage: UnsentPickStorage
  readonly #localPicks: LocalPicks
  #flushTimer: ReturnType<typeof setTimeout> | undefined
  #flushing: Promise<void> | null = null

  constructor({ link: { token, picks }, images }: http.PublicShare) {
    super(INITIAL_VIEW)
    if (!picks) throw new Error('The link does not allow picks')
    const pageId = uniqueId().slice(0, 8)
    this.settings = picks
    this.#calls = pickCallsOf(token)
    this.#storage = new UnsentPickStorage(token, pageId)
    this.#localPicks = new LocalPicks(pageId, new Set(images.map(({ id }) => id)))
  }

  pickOf = (id: string) => this.#localPicks.get(id)
  listIdsWithChoice = (choice: Choice) => this.#localPicks.listIdsWithChoice(choice)
  setGalleryIds = (ids: string[]) => this.#localPicks.setGalleryIds(new Set(ids))

  /**
   * Loads the list. `identification` resolves when the visitor of a personal link is identified: to null, or to the
   * message of the failure.
   */
  async load(identification: Promise<string | null>): Promise<void> {
    try {
      const problem = await identification
      this.#applyResponse(await this.#calls.read(0))
      this.#applyEarlierChanges()
      this.#update({ status: 'ready', problem: problem ?? this.snapshot().problem })
      void this.flush()
    } catch {
      this.#update({ status: 'unavailable' })
    }
  }

  /** Takes over changes that an earlier page could not send. */
  #applyEarlierChanges() {
    const earlierChanges = this.#storage.takeFromEarlierPages()
    const { list } = this.snapshot()
    if (earlierChanges.length === 0 || !list) return
    if (list.sent_at)
      return this.#update({ problem: 'Your list has already been sent. It does not include your last changes.' })
    this.#localPicks.mergeUnsent(earlierChanges)
    this.#storeUnsent()
  }

  /** Reads changes by other devices and by the photographer. */
  async refresh() {
    if (this.snapshot().status !== 'ready' || !this.snapshot().list || this.#flushing) return
    await this.#tryRequest(async () => this.#applyResponse(await this.#calls.read(this.snapshot().list?.revision ?? 0)))
    void this.flush()
  }

  /** Creates the list of the visitor. Returns null on success, or the message of the failure. */
  async createList(name: string, email: string): Promise<string | null> {
    const { pickAwaitingName } = this.snapshot()
    try {
      this.#localPicks.clear()
      this.#applyResponse(await this.#calls.begin(name, email))
    } catch (reason) {
      return messageOf(reason, 'Your list could not be created. Please try again.')
    }
    this.#update({ pickAwaitingName: null })
    if (pickAwaitingName?.id) this.choose(pickAwaitingName.id, pickAwaitingName.choice)
    return null
  }
  /** Asks for the visitor's name, unless the visitor has entered it in a comment or in another window. */
  askForName = async (pickAwaitingName: NonNullable<PicksView['pickAwaitingName']> = { id: '', choice: 'none' }) => {
    await this.#tryRequest(async () => this.#applyResponse(await this.#calls.read(0)))
    if (this.snapshot().list && pickAwaitingName.id) return this.choose(pickAwaitingName.id, pickAwaitingName.choice)
    this.#update({ pickAwaitingName: this.snapshot().list ? null : pickAwaitingName })
  }

  dismissNameRequest = () => this.#update({ pickAwaitingName: null })

  choose(id: string, choice: Choice) {
    if (!this.snapshot().list) return void this.askForName({ id, choice })
    const { maximum } = this.settings
    const isAdded = choice === 'picked' && this.#localPicks.get(id).choice !== 'picked'
    if (isAdded && maximum !== null && this.snapshot().picked >= maximum)
      return this.#update({ problem: `You have chosen ${maximum} of ${maximum}. Remove one to choose another.` })
    this.#edit(id, { choice })
  }
  writeNote = (id: string, note: string) => this.#edit(id, { note: note.trim().slice(0, PICK_LIMITS.note) })

  #edit(id: string, edit: { choice: Choice } | { note: string }) {
    const { list } = this.snapshot()
    if (!list || list.sent_at) return
    this.#localPicks.edit(id, edit)
    this.#storeUnsent()
    this.#update({ problem: null })
    this.#scheduleFlush(BATCH_MS)
  }

  /** Sends unsent changes; concurrent calls share one request. */
  flush = (): Promise<void> => {
    clearTimeout(this.#flushTimer)
    this.#flushing ??= this.#sendUnsent().finally(() => {
      this.#flushing = null
    })
    return this.#flushing
  }

  async #sendUnsent() {
    for (
      let next = this.#localPicks.listUnsent(PICK_LIMITS.perCall);
      next.length > 0;
      next = this.#localPicks.listUnsent(PICK_LIMITS.perCall)
    ) {
      const batch = next
      const isSent = await this.#tryRequest(async () => {
        const response = await this.#calls.change(this.snapshot().list?.revision ?? 0, batch)
        this.#localPicks.markSent(batch)
        this.#applyResponse(response)
      })
      if (!isSent) return
    }
  }

  /** Sends all changes, then locks the list. */
  async send(): Promise<boolean> {
    await this.flush()
    if (this.#localPicks.listUnsent(1).length > 0) return false
    return this.#tryRequest(async () =>
      this.#applyResponse(await this.#calls.send(this.snapshot().list?.revision ?? 0)),
    )
  }

  readKey = async (): Promise<http.VisitorKey | null> => {
    let key: http.VisitorKey | null = null
    await this.#tryRequest(async () => void (key = await this.#calls.readKey()))
    return key
  }

  /** Sends all changes and closes the list in this browser. The visitor can then start another list. */
  async leaveList() {
    await this.flush()
    await this.#tryRequest(async () => {
      await this.#calls.leave()
      this.#localPicks.clear()
      this.#storeUnsent()
      this.#update({ list: null })
    })
  }

  /**
   * Runs a request and returns whether it succeeded. If the server cannot be reached, sends the changes later. If the
   * server rejects the request, shows the server's message.
   */
  async #tryRequest(request: () => Promise<void>): Promise<boolean> {
    try {
      await request()
      this.#update({ isOffline: false })
      return true
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      if (reason.status === 0 || reason.status === 429 || reason.status >= 500) this.#retryLater()
      else await this.#handleRejection(reason)
      return false
    }
  }
  #retryLater() {
    this.#update({ isOffline: true })
    this.#scheduleFlush(RETRY_MS)
  }
  /**
   * Handles a rejected request. If the list was sent from another device or removed by the photographer, unsent changes
   * are lost.
   */
  async #handleRejection({ code, serverMessage }: ApiError) {
    const problem = serverMessage ?? 'Something went wrong. Please try again.'
    if (code !== 'picks_sent' && code !== 'pick_list_not_found') return this.#update({ problem })
    this.#localPicks.clear()
    this.#storeUnsent()
    this.#applyResponse(await this.#calls.read(0).catch(() => ({ list: null, now: new Date().toISOString() })))
    this.#update({ problem })
  }

  #scheduleFlush(ms: number) {
    clearTimeout(this.#flushTimer)
    this.#flushTimer = setTimeout(() => void this.flush(), ms)
  }
  #storeUnsent() {
    this.#storage.write(this.#localPicks.listUnsent())
  }

  #applyResponse({ list, now }: http.OwnPicks) {
    if (!list) return this.#update({ list: null })
    const { picks, ...listWithoutPicks } = list
    this.#localPicks.mergeFromServer(picks, now)
    this.#storeUnsent()
    this.#update({ list: listWithoutPicks })
  }

  #update(change: Partial<PicksView>) {
    const [picked, rejected] = [
      this.#localPicks.listIdsWithChoice('picked').length,
      this.#localPicks.listIdsWithChoice('rejected').length,
    ]
    this.set({ ...this.snapshot(), ...change, picked, rejected, isSaved: this.#localPicks.listUnsent(1).length === 0 })
  }
}

/** The store of the open gallery. Tiles, viewer and bar share it. */
let openStore: { share: http.PublicShare; store: PickStore } | null = null

export function pickStoreOf(share: http.PublicShare): PickStore {
  if (openStore?.share.link.token !== share.link.token) {
    openStore = { share, store: new PickStore(share) }
    void openStore.store.load(identifyVisitor(share.link.token))
  } else if (openStore.share !== share) {
    // The gallery was loaded again and may contain other photos.
    openStore.share = share
    openStore.store.setGalleryIds(share.images.map(({ id }) => id))
  }
  return openStore.store
}

export const usePicksView = (store: PickStore): PicksView => useStore(store)

export const usePick = (store: PickStore, id: string): PickState =>
  useStore({ subscribe: store.subscribe, snapshot: () => store.pickOf(id) })

/** Reloads the list when the visitor returns to the page or the network returns. */
export const useFreshPicks = (store: PickStore) => useRefreshOnReturn(() => void store.refresh())
