import { type Actor, type Input, library, type PhotoView } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import type { Held } from './resumable-uploads.ts'

type Registered = Input<typeof library.registerUpload>
/** What was stored, and what the form says of it. */
export type StoredFile = Omit<Registered, 'idempotencyKey'>
export type About = Pick<StoredFile, 'title' | 'caption' | 'albumId'>
type Room<T> = { room: number; existing: T | null; encrypted?: boolean }

type Asked = Pick<Input<typeof library.authorizeUpload>, 'bytes' | 'idempotencyKey' | 'reservation'>

/** What becomes of a file that is sent. */
export type Destination<T> = {
  /** Whose places of uploads at the same time it takes. */
  holder: string
  isGuest?: true
  /** Where its beginning is held. */
  held: Held
  /** Before a body is read. */
  authorize(asked: Asked): Promise<Room<T>>
  /** These uploads do not take room any more. */
  release(partialKeys: string[]): Promise<unknown>
  /** Before the file is stored, when the fields before it are there. */
  welcome?: (about: About) => Promise<void>
  /** `created` false: its object is not kept. */
  register(stored: Registered): Promise<{ taken: T; created: boolean }>
}

/** `unchanged`: the photo has these very bytes. */
export type Replaced = PhotoView & { unchanged: boolean }

export const newPhoto = (rpc: RpcClient, actor: Actor): Destination<PhotoView> => ({
  holder: actor.userId,
  held: { among: actor.userId },
  authorize: asked => rpc.call(library.authorizeUpload, asked, actor),
  release: partialKeys => rpc.call(library.releaseReservations, { partialKeys }, actor),
  // nobody sends 500 MB only to hear that the album is not there
  welcome: async ({ albumId }) => {
    if (albumId !== undefined) await rpc.call(library.getAlbumVersion, { id: albumId }, actor)
  },
  register: async stored => {
    const { photo: taken, created } = await rpc.call(library.registerUpload, stored, actor)
    return { taken, created }
  },
})

/** `replaces`: the photo whose file it is to replace. */
export const replacement = (rpc: RpcClient, actor: Actor, replaces: string): Destination<Replaced> => ({
  holder: actor.userId,
  held: { among: actor.userId },
  authorize: async asked => {
    const { existing, ...room } = await rpc.call(library.authorizeUpload, { ...asked, replaces }, actor)
    return { ...room, existing: existing && { ...existing, unchanged: false } }
  },
  release: partialKeys => rpc.call(library.releaseReservations, { partialKeys }, actor),
  register: async stored => {
    const asked = { ...stored, photoId: replaces }
    const { photo, created, unchanged } = await rpc.call(library.registerReplacement, asked, actor)
    return { taken: { ...photo, unchanged }, created }
  },
})
