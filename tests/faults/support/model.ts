import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import { Visitor } from '@daymark/testing/outside'
import type { Installation } from '../../support/installation.ts'
import type { SignedInUser } from '../../support/accounts.ts'
import { uploadPhotos } from '../../support/photos.ts'

const PHOTOS = 6
const ALBUMS = 2
export const pick = <T>(items: T[]): T => items[Math.floor(Math.random() * items.length)] as T

type Album = { id: string; title: string; photos: string[]; token: string; linkId: string; revoked: boolean }

/** The expected library of an owner according to all acknowledged requests. */
export class Model {
  readonly titles = new Map<string, string>()
  readonly albums: Album[] = []
  steps = 0
  private readonly owner: SignedInUser
  private readonly urls: string[]
  constructor(owner: SignedInUser, urls: string[]) {
    this.owner = owner
    this.urls = urls
  }

  async prepare(place: Installation): Promise<void> {
    for (const image of await uploadPhotos(place, this.owner, PHOTOS)) this.titles.set(image.id, image.title)
    for (let i = 0; i < ALBUMS; i++) {
      const { body } = await this.owner.post<http.Album>('/api/albums', { title: `Album ${i}` })
      const photos = [...this.titles.keys()]
      await this.owner.post(`/api/albums/${body.id}/images`, { image_ids: photos })
      const link = await this.done<http.Share>('POST', '/api/shares', { album_id: body.id })
      const { id, title } = body
      this.albums.push({ id, title, photos, token: link.token, linkId: link.id, revoked: false })
    }
  }

  /** Makes a random idempotent change and retries it until it is acknowledged. */
  async step(): Promise<void> {
    const [roll, album, photo] = [Math.random(), pick(this.albums), pick([...this.titles.keys()])]
    const text = `title ${this.steps++}`
    if (roll < 0.3) {
      await this.done('PATCH', `/api/images/${photo}`, { title: text })
      this.titles.set(photo, text)
    } else if (roll < 0.45) {
      await this.done('PATCH', `/api/albums/${album.id}`, { title: text })
      album.title = text
    } else if (roll < 0.6) {
      await this.done('DELETE', `/api/albums/${album.id}/images/${photo}`)
      album.photos = album.photos.filter(id => id !== photo)
    } else if (roll < 0.8) {
      await this.done('POST', `/api/albums/${album.id}/images`, { image_ids: [photo] })
      if (!album.photos.includes(photo)) album.photos.push(photo)
    } else if (roll < 0.97 || this.titles.size < 3) {
      album.revoked = !album.revoked
      await this.done('POST', `/api/shares/${album.linkId}/${album.revoked ? 'revoke' : 'reinstate'}`)
    } else {
      await this.done('DELETE', `/api/images/${photo}`)
      this.titles.delete(photo)
      for (const one of this.albums) one.photos = one.photos.filter(id => id !== photo)
    }
  }

  /** The galleries that visitors must finally see. */
  get expected() {
    return this.albums.map(({ title, photos, revoked }) =>
      revoked ? 410 : { title, images: photos.map(id => ({ id, title: this.titles.get(id) })) },
    )
  }
  async seen(url: string) {
    return Promise.all(
      this.albums.map(async ({ token }) => {
        const { status, body } = await new Visitor(url).get<http.PublicShare>(`/api/shares/public/${token}`)
        if (status !== 200) return status
        return { title: body.album.title, images: body.images.map(({ id, title }) => ({ id, title })) }
      }),
    )
  }

  /** Retries a request on alternating gateways until it is acknowledged. */
  private async done<T>(method: string, path: string, body?: Record<string, unknown>): Promise<T> {
    for (let tries = 0; tries < 600; tries++) {
      const url = this.urls[tries % this.urls.length]
      const answer = await this.owner.send<T>(method, `${url}${path}`, body).catch(() => undefined)
      // 404: the response to an earlier attempt was lost
      if (answer && (answer.status < 300 || (method === 'DELETE' && answer.status === 404))) return answer.body
      if (answer && answer.status < 500)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes.toString()}`)
      await delay(100)
    }
    throw new Error(`no response to ${method} ${path}`)
  }
}
