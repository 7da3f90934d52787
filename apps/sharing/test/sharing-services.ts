import {
  type Actor,
  anonymous,
  type Envelope,
  type Input,
  linkChanged,
  linkCreated,
  linkDeleted,
  linkRevoked,
  sharing,
  subscriptionChanged,
  type Tier,
  viewRecorded,
} from '@daymark/contracts'
import { startServices, type TestServices } from '@daymark/testing'
import { sharingService } from '../src/index.ts'
import { type PhotoState, PublishingLibrary, readyPhoto } from './publishing-library.ts'

type Track = Partial<Input<typeof sharing.track>>
type NewLink = Partial<Input<typeof sharing.createLink>>
type Album = { albumId: string; title: string; version: number }

/** The sharing service with a real database. Tests call it through its contracts. */
export class SharingServices {
  private planVersion = 0
  readonly published: Envelope<Record<string, unknown>>[] = []
  private constructor(public readonly services: TestServices) {}

  static async start(): Promise<SharingServices> {
    const instance = new SharingServices(await startServices([sharingService]))
    const types = [linkCreated, linkChanged, linkRevoked, linkDeleted, viewRecorded].map(type => type.name)
    await instance.services.process.transport.listen(types, event => {
      instance.published.push(event as Envelope<Record<string, unknown>>)
    })
    return instance
  }

  createLink(album: Album, actor: Actor, settings: NewLink = {}) {
    const { albumId, title: albumTitle, version: albumVersion } = album
    return this.services.rpc.call(sharing.createLink, { albumId, albumTitle, albumVersion, ...settings }, actor)
  }
  getGallery(token: string, grant?: string) {
    return this.services.rpc.call(sharing.getGallery, { token, grant }, anonymous)
  }
  locate(token: string, filename: string, more: Partial<Input<typeof sharing.locatePublic>> = {}) {
    const name = filename.replace(/\.[^.]*$/, '')
    const input = { token, name, size: 'md' as const, download: false, ...more }
    return this.services.rpc.call(sharing.locatePublic, input, anonymous)
  }
  listArchive(token: string, grant?: string) {
    return this.services.rpc.call(sharing.listArchive, { token, grant }, anonymous)
  }
  unlock(token: string, password: string, address = '203.0.113.1') {
    return this.services.rpc.call(sharing.unlock, { token, password, address }, anonymous)
  }
  track(token: string, more: Track = {}, actor: Actor = anonymous) {
    return this.services.rpc.call(sharing.track, { token, eventType: 'photo_view', visitorId: 'v1', ...more }, actor)
  }
  /** Publishes a plan like billing, and waits until sharing has stored it. */
  async setPlan(userId: string, tier: Tier) {
    const version = ++this.planVersion
    const plan = { userId, tier, status: 'active' as const, storageLimit: 1, endDate: null, version }
    await this.services.publish(subscriptionChanged, userId, plan)
    await this.services.settle()
  }
  /** Returns the events that were published since the previous call. */
  async publishedEvents(): Promise<{ type: string; linkId: unknown; version: unknown; active: unknown }[]> {
    await this.services.settle()
    return this.published
      .splice(0)
      .map(({ type, data }) => ({ type, linkId: data['linkId'], version: data['version'], active: data['active'] }))
  }
  stop() {
    return this.services.stop()
  }
}

/**
 * Calls a link in every way that may be rejected: for JSON, a photo, a download and the ZIP. Returns 'open' or the error code of each call.
 */
export async function guardedResponses(env: SharingServices, token: string, filename: string): Promise<unknown[]> {
  const calls = [
    env.getGallery(token),
    env.locate(token, filename),
    env.locate(token, filename, { download: true }),
    env.listArchive(token),
  ]
  return Promise.all(calls.map(call => call.then(() => 'open').catch((e: { code: string; status: number }) => e.code)))
}

/** Creates an owner who shares an album of `count` photos, and discards the events of the link. */
export async function sharedAlbum(env: SharingServices, settings: NewLink = {}, count = 1) {
  const library = new PublishingLibrary(env.services)
  const photos = Array.from({ length: count }, () => readyPhoto(library.ownerId))
  const album = await library.createAlbum({ photos })
  const link = await env.createLink(album, library.actor, settings)
  await env.publishedEvents()
  return { library, photos, photo: photos[0] as PhotoState, album, link, token: link.token, actor: library.actor }
}

/** Calls with which an owner manages links. */
export const ownerActions = ({ services }: SharingServices) => ({
  list: (actor: Actor, albumId?: string) => services.rpc.call(sharing.listLinks, { albumId }, actor),
  update: (id: string, changes: object, actor: Actor) =>
    services.rpc.call(sharing.updateLink, { id, ...changes }, actor),
  revoke: (id: string, actor: Actor) => services.rpc.call(sharing.revokeLink, { id }, actor),
  reinstate: (id: string, actor: Actor) => services.rpc.call(sharing.reinstateLink, { id }, actor),
  remove: (id: string, actor: Actor) => services.rpc.call(sharing.deleteLink, { id }, actor),
})
