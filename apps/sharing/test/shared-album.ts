import { sharing, type Actor } from '@daymark/contracts'
import { SharingServices } from './sharing-services.ts'
import { readyPhoto, PublishingLibrary } from './publishing-library.ts'

/** An owner with an album of one photo and a link to it; nothing of it is news any more. */
export async function sharedAlbum(w: SharingServices, settings: Parameters<SharingServices['create']>[2] = {}) {
  const library = new PublishingLibrary(w.services)
  const photo = readyPhoto(library.ownerId)
  const album = await library.album({ photos: [photo] })
  const link = await w.create(album, library.actor, settings)
  await w.news()
  return { library, photo, album, link, actor: library.actor }
}

/** What an owner does with links, through the contracts. */
export const ownersOf = ({ services }: SharingServices) => ({
  list: (actor: Actor, albumId?: string) => services.rpc.call(sharing.listLinks, { albumId }, actor),
  update: (id: string, changes: object, actor: Actor) =>
    services.rpc.call(sharing.updateLink, { id, ...changes }, actor),
  revoke: (id: string, actor: Actor) => services.rpc.call(sharing.revokeLink, { id }, actor),
  reinstate: (id: string, actor: Actor) => services.rpc.call(sharing.reinstateLink, { id }, actor),
  remove: (id: string, actor: Actor) => services.rpc.call(sharing.deleteLink, { id }, actor),
})
