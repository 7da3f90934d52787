import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import { type Answer, pollUntil, Visitor } from '@daymark/testing/outside'
import type { RunningProduct, SignedInUser } from '../../support/accounts.ts'
import { type Picture, sha256 } from '../../support/pictures.ts'
import { createSharedGallery } from '../../support/shared-gallery.ts'

/** Rounds of each activity that count as progress. */
const ROUNDS = 4
const IN_ALBUM = 8
/** Pause between rounds, so that processors are left for the servers that are started. */
const PAUSE_MS = 100

/**
 * Continuous requests of a photographer with a large library, and of visitors of her gallery. Records failed requests, and the state
 * that successful responses confirmed.
 */
export class Workload {
  readonly failures: string[] = []
  readonly uploaded = new Map<string, string>()
  readonly titles = new Map<string, string>()
  readonly liked = new Map<string, boolean>()
  readonly removed: string[] = []
  requests = 0
  slowest = 0
  /** Address of the gateway that is used. */
  at = ''
  private readonly rounds = { looks: 0, uploads: 0, edits: 0, visits: 0 }
  private readonly owner: SignedInUser
  private readonly files: Picture[]
  private readonly photos: number
  private ids: string[] = []
  private inAlbum: string[] = []
  private album = ''
  private tag = ''
  private token = ''
  private isOver = false
  private running: Promise<void>[] = []
  constructor(owner: SignedInUser, { files, photos, at }: { files: Picture[]; photos: number; at: string }) {
    this.owner = owner
    this.files = files
    this.photos = photos
    this.at = at
  }

  async start(place: RunningProduct): Promise<void> {
    const { body } = await this.owner.get<http.ImageList>(`/api/images?limit=1000&offset=${this.photos / 4}`)
    this.ids = body.images.map(({ id }) => id)
    this.tag = (await this.owner.post<http.Tag>('/api/tags', { label: 'picked' })).body.id
    const gallery = await createSharedGallery(place, { owner: this.owner, count: IN_ALBUM })
    this.album = gallery.album.id
    this.token = gallery.token
    this.inAlbum = gallery.images.map(({ id }) => id)
    for (const { id, title } of gallery.images) this.titles.set(id, title)
    await pollUntil('the gallery is complete', async () => (await this.shown()).body.images.length === IN_ALBUM)
    this.running = [
      this.repeat('looks', n => this.look(n)),
      this.repeat('uploads', n => this.upload(n)),
      this.repeat('edits', n => this.edit(n)),
      this.repeat('visits', () => this.visit()),
    ]
  }
  /** Checks that every activity makes progress without failures. */
  async expectProgress(): Promise<void> {
    const before = { ...this.rounds }
    const kinds = Object.keys(before) as (keyof typeof before)[]
    const hasProgress = () => kinds.every(kind => this.rounds[kind] >= before[kind] + ROUNDS)
    await pollUntil('progress of every activity', () => hasProgress() || this.failures.length > 0)
    if (this.failures.length) throw new Error(`failed: ${this.failures.slice(0, 20).join('\n')}`)
  }
  async stop(): Promise<void> {
    this.isOver = true
    await Promise.all(this.running)
  }
  /** In the order of the gallery. */
  get shownPhotos(): string[] {
    return this.inAlbum.toReversed()
  }
  shown(): Promise<Answer<http.PublicShare>> {
    return new Visitor(this.at).get<http.PublicShare>(`/api/shares/public/${this.token}`)
  }

  private async repeat(kind: keyof typeof this.rounds, round: (n: number) => Promise<unknown>): Promise<void> {
    while (!this.isOver) {
      await round(this.rounds[kind])
      this.rounds[kind] += 1
      await delay(PAUSE_MS)
    }
  }
  private async look(n: number): Promise<void> {
    const pages = ['?limit=50', '?sort=title&offset=5000', '?is_favorite=true&offset=500', `?offset=${this.photos / 2}`]
    await this.ask('GET', `/api/images${pages[n % pages.length]}`)
    await this.ask('GET', `/api/albums/${this.album}`)
    await this.ask('GET', '/api/tags')
  }
  private async upload(n: number): Promise<void> {
    const file = this.files[n % this.files.length]
    const form = new FormData()
    // Make each file unique, so that none is treated as a duplicate.
    const bytes = Buffer.concat([file?.bytes ?? Buffer.of(), Buffer.from(randomUUID())])
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), file?.name)
    const made = await this.ask<http.Image>('POST', '/api/images', form)
    if (made) this.uploaded.set(made.id, sha256(bytes))
  }
  private async edit(n: number): Promise<void> {
    const [photo, shown] = [this.ids[n % 200] ?? '', this.inAlbum[n % IN_ALBUM] ?? '']
    const title = `Edited ${n}`
    if (await this.ask('PATCH', `/api/images/${shown}`, { title })) this.titles.set(shown, title)
    const isFavorite = n % 2 === 0
    if (await this.ask('PATCH', `/api/images/${photo}`, { is_favorite: isFavorite })) this.liked.set(photo, isFavorite)
    await this.ask('POST', '/api/tags/apply', { image_ids: this.ids.slice(0, 300), tag_ids: [this.tag] })
    await this.ask('DELETE', `/api/images/${photo}/tags/${this.tag}`)
    await this.ask('POST', `/api/albums/${this.album}/reorder`, { order: this.shownPhotos })
    await this.ask('PATCH', `/api/albums/${this.album}`, { title: `A wedding ${n}` })
    await this.remove(n)
  }
  /** Deletes a photo that no other activity uses. */
  private async remove(n: number): Promise<void> {
    const photo = this.ids[600 + n]
    if (photo && (await this.ask('DELETE', `/api/images/${photo}`))) this.removed.push(photo)
  }
  private async visit(): Promise<void> {
    await this.ask('GET', `/api/shares/public/${this.token}`)
  }

  private async ask<T>(
    method: string,
    path: string,
    body?: FormData | Record<string, unknown>,
  ): Promise<T | undefined> {
    const url = `${this.at}${path}`
    const began = performance.now()
    const answer = await this.owner.send<T>(method, url, body).catch((error: Error) => `${error} ${error.cause}`)
    this.requests += 1
    this.slowest = Math.max(this.slowest, performance.now() - began)
    if (typeof answer !== 'string' && answer.status < 300) return answer.body
    this.failures.push(`${method} ${url}: ${typeof answer === 'string' ? answer : `${answer.status} ${answer.bytes}`}`)
    return undefined
  }
}
