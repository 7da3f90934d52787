import { type Actor, type Input, library, type PhotoView } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import type { PartialScope } from './resumable-uploads.ts'

type RegisterUploadInput = Input<typeof library.registerUpload>
/** A stored file with the fields of its form. */
export type StoredFile = Omit<RegisterUploadInput, 'idempotencyKey'>
export type PhotoDetails = Pick<StoredFile, 'title' | 'caption' | 'albumId'>
type UploadAuthorization<T> = { remainingBytes: number; existing: T | null; encrypted?: boolean }

type AuthorizationRequest = Pick<Input<typeof library.authorizeUpload>, 'bytes' | 'idempotencyKey' | 'reservation'>

/** Destination of an upload: a new photo, a replacement, or a guest's upload. */
export type UploadDestination<T> = {
  /** The user or guest whose concurrent uploads are limited. */
  uploaderId: string
  isGuest?: true
  /** Where an interrupted upload is stored. */
  partialScope: PartialScope
  /**
   * Authorizes the upload before its body is read. `existing` is the result of an earlier upload with the same key. `remainingBytes` is the remaining
   * storage in bytes.
   */
  authorize(request: AuthorizationRequest): Promise<UploadAuthorization<T>>
  /** Releases the storage reserved for interrupted uploads. */
  release(partialKeys: string[]): Promise<unknown>
  /** Checks the form fields that arrive before the file, so that an invalid upload is rejected before the file is stored. */
  checkFields?: (details: PhotoDetails) => Promise<void>
  /** Registers the stored file. If `created` is false, nothing refers to the stored object, so the caller removes it. */
  register(stored: RegisterUploadInput): Promise<{ result: T; created: boolean }>
}

/** `unchanged`: the photo already had the same content. */
export type ReplacedPhoto = PhotoView & { unchanged: boolean }

export const createPhotoDestination = (rpc: RpcClient, actor: Actor): UploadDestination<PhotoView> => ({
  uploaderId: actor.userId,
  partialScope: { limitGroup: actor.userId },
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

/** `replacedPhotoId` is the id of the photo whose file is replaced. */
export const createReplacementDestination = (
  rpc: RpcClient,
  actor: Actor,
  replacedPhotoId: string,
): UploadDestination<ReplacedPhoto> => ({
  uploaderId: actor.userId,
  partialScope: { limitGroup: actor.userId },
  authorize: async request => {
    const { existing, ...authorization } = await rpc.call(
      library.authorizeUpload,
      { ...request, replaces: replacedPhotoId },
      actor,
    )
    return { ...authorization, existing: existing && { ...existing, unchanged: false } }
  },
  release: partialKeys => rpc.call(library.releaseReservations, { partialKeys }, actor),
  register: async stored => {
    const input = { ...stored, photoId: replacedPhotoId }
    const { photo, created, unchanged } = await rpc.call(library.registerReplacement, input, actor)
    return { result: { ...photo, unchanged }, created }
  },
})
