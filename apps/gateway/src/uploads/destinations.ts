import { type Actor, type Input, library, type PhotoView } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import type { PartialScope } from './resumable-uploads.ts'

type RegisterUploadInput = Input<typeof library.registerUpload>
/** A stored file with the fields of its form. */
export type StoredFile = Omit<RegisterUploadInput, 'idempotencyKey'>
export type PhotoDetails = Pick<StoredFile, 'title' | 'caption' | 'albumId'>
type UploadAuthorization<T> = { room: number; existing: T | null; encrypted?: boolean }

type AuthorizationRequest = Pick<Input<typeof library.authorizeUpload>, 'bytes' | 'idempotencyKey' | 'reservation'>

/** Where an upload goes: a new photo, a replacement, or a guest's upload. */
export type Destination<T> = {
  /** The user or guest whose concurrent uploads are limited. */
  holder: string
  isGuest?: true
  /** Where an interrupted upload is stored. */
  partial: PartialScope
  /** Called before the body is read. */
  authorize(request: AuthorizationRequest): Promise<UploadAuthorization<T>>
  /** Releases the storage reserved for interrupted uploads. */
  release(partialKeys: string[]): Promise<unknown>
  /** Checks the form fields before the file, so that an invalid upload is rejected before the file is stored. */
  checkFields?: (about: PhotoDetails) => Promise<void>
  /** If `created` is false, the stored object is removed. */
  register(stored: RegisterUploadInput): Promise<{ result: T; created: boolean }>
}

/** `unchanged`: the photo already had the same content. */
export type ReplacedPhoto = PhotoView & { unchanged: boolean }

export const createPhotoDestination = (rpc: RpcClient, actor: Actor): Destination<PhotoView> => ({
  holder: actor.userId,
  partial: { among: actor.userId },
  authorize: request => rpc.call(library.authorizeUpload, request, actor),
  release: partialKeys => rpc.call(library.releaseReservations, { partialKeys }, actor),
  checkFields: async ({ albumId }) => {
    if (albumId !== undefined) await rpc.call(library.getAlbumVersion, { id: albumId }, actor)
  },
  register: async stored => {
    const { photo: result, created } = await rpc.call(library.registerUpload, stored, actor)
    return { result, created }
  },
})

/** `replaces` is the id of the photo whose file is replaced. */
export const createReplacementDestination = (
  rpc: RpcClient,
  actor: Actor,
  replaces: string,
): Destination<ReplacedPhoto> => ({
  holder: actor.userId,
  partial: { among: actor.userId },
  authorize: async request => {
    const { existing, ...room } = await rpc.call(library.authorizeUpload, { ...request, replaces }, actor)
    return { ...room, existing: existing && { ...existing, unchanged: false } }
  },
  release: partialKeys => rpc.call(library.releaseReservations, { partialKeys }, actor),
  register: async stored => {
    const input = { ...stored, photoId: replaces }
    const { photo, created, unchanged } = await rpc.call(library.registerReplacement, input, actor)
    return { result: { ...photo, unchanged }, created }
  },
})
