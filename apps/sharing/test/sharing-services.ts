import {
  anonymous,
  linkChanged,
  linkCreated,
  linkDeleted,
  linkRevoked,
  sharing,
  subscriptionChanged,
  viewRecorded,
  type Actor,
  type Envelope,
  type Input,
  type Tier,
} from '@daymark/contracts'
import { startServices, type TestServices } from '@daymark/testing'
import { sharingService } from '../src/index.ts'

type Track = Partial<Input<typeof sharing.track>>
type NewLink = Partial<Input<typeof sharing.createLink>>
type Album = { albumId: string; title: string; version: number }

/** The service alone on a real Postgres, asked through its contracts. */
export class SharingServices {
  private plans = 0
  readonly published: Envelope<Record<string, unknown>>[] = []
  private constructor(public readonly services: TestServices) {}

  static async start(): Promise<SharingServices> {
    const sharingWorld = new SharingServices(await startServices([sharingService]))
    const types = [linkCreated, linkChanged, linkRevoked, linkDeleted, viewRecorded].map(type => type.name)
    await sharingWorld.services.process.transport.listen(types, event => {
      sharingWorld.published.push(event as Envelope<Record<string, unknown>>)
    })
    return sharingWorld
  }

  create(album: Album, actor: Actor, settings: NewLink = {}) {
    const { albumId, title: albumTitle, version: albumVersion } = album
    return this.services.rpc.call(sharing.createLink, { albumId, albumTitle, albumVersion, ...settings }, actor)
  }
  gallery(token: string, grant?: string) {
    return this.services.rpc.call(sharing.getGallery, { token, grant }, anonymous)
  }
  locate(token: string, filename: string, more: Partial<Input<typeof sharing.locatePublic>> = {}) {
    const name = filename.replace(/\.[^.]*$/, '')
    const input = { token, name, size: 'md' as const, download: false, ...more }
    return this.services.rpc.call(sharing.locatePublic, input, anonymous)
  }
  archive(token: string, grant?: string) {
    return this.services.rpc.call(sharing.listArchive, { token, grant }, anonymous)
  }
  unlock(token: string, password: string, address = '203.0.113.1') {
    return this.services.rpc.call(sharing.unlock, { token, password, address }, anonymous)
  }
  track(token: string, more: Track = {}, actor: Actor = anonymous) {
    return this.services.rpc.call(sharing.track, { token, eventType: 'photo_view', visitorId: 'v1', ...more }, actor)
  }
  /** As billing announces it. */
  async plan(userId: string, tier: Tier) {
    const version = ++this.plans
    const plan = { userId, tier, status: 'active' as const, storageLimit: 1, endDate: null, version }
    await this.services.publish(subscriptionChanged, userId, plan)
    await this.services.settle()
  }
  /** Types and links of what was published since the last call. */
  async news(): Promise<{ type: string; linkId: unknown; version: unknown; active: unknown }[]> {
    await this.services.settle()
    return this.published
      .splice(0)
      .map(({ type, data }) => ({ type, linkId: data['linkId'], version: data['version'], active: data['active'] }))
  }
  stop() {
    return this.services.stop()
  }
}

/** Every guarded answer of a link: JSON, a photo, a download and the ZIP. */
export async function everyAnswer(w: SharingServices, token: string, filename: string): Promise<unknown[]> {
  const asked = [
    w.gallery(token),
    w.locate(token, filename),
    w.locate(token, filename, { download: true }),
    w.archive(token),
  ]
  return Promise.all(
    asked.map(answer => answer.then(() => 'open').catch((e: { code: string; status: number }) => e.code)),
  )
}
