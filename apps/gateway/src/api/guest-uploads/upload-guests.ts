import {
  type Actor,
  anonymous,
  AppError,
  errors,
  library,
  type Output,
  type ReceivedFile,
  sharing,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import type { UploadDestination } from '../../uploads/destinations.ts'
import { GUESTS_SUFFIX } from '../../uploads/resumable-uploads.ts'
import { VisitorIdentities } from '../../visitors/visitors.ts'

type OpenedLink = Output<typeof sharing.openUploadLink>
/** A guest who has entered a name. Calls about their uploads are made as `owner`, the owner of the album. */
export type Guest = { link: OpenedLink; id: string; name: string; owner: Actor }
/** Input that restricts a call to uploads of this guest. */
export const toGuestIds = ({ link: { linkId }, id: guestId }: Guest) => ({ linkId, guestId })

/** Identifies guests of upload links by the same cookie as visitors of galleries. */
@Injectable()
export class UploadGuests {
  constructor(
    private readonly rpc: RpcClient,
    private readonly visitors: VisitorIdentities,
  ) {}

  async open(linkAddress: string, request: Request): Promise<OpenedLink> {
    return this.rpc.call(sharing.openUploadLink, await this.visitors.getProof(linkAddress, request), anonymous)
  }

  /** Throws GUEST_UNKNOWN if the guest has not entered a name. */
  async requireGuest(linkAddress: string, request: Request): Promise<Guest> {
    const link = await this.open(linkAddress, request)
    if (!link.guest) throw errors.GUEST_UNKNOWN()
    return { link, ...link.guest, owner: { userId: link.ownerId, role: 'user' } }
  }

  /**
   * Returns the destination of the guest's uploads. Loads the guest and the link again before a file is registered, because the owner may
   * have closed the link during the upload.
   */
  createDestination(guest: Guest, reloadGuest: () => Promise<Guest>): UploadDestination<ReceivedFile> {
    const { albumId, limits, ownerId } = guest.link
    return {
      uploaderId: guest.id,
      isGuest: true,
      // All upload links of the owner share the limit of interrupted uploads.
      partialScope: { limitGroup: `${ownerId}${GUESTS_SUFFIX}`, prefix: `${guest.id} ` },
      authorize: input =>
        this.rpc.call(library.authorizeReceived, { ...input, ...toGuestIds(guest), albumId, limits }, guest.owner),
      release: partialKeys => this.rpc.call(library.releaseReservations, { partialKeys }, guest.owner),
      register: async stored => {
        const currentGuest = await reloadGuest()
        const { approve, sectionId, limits: currentLimits } = currentGuest.link
        const { title: _, caption: __, albumId: ___, ...file } = stored
        const upload = {
          ...file,
          ...toGuestIds(currentGuest),
          guestName: currentGuest.name,
          albumId,
          sectionId,
          approve,
          limits: currentLimits,
        }
        const { file: result, created } = await this.rpc.call(library.registerReceived, upload, currentGuest.owner)
        return { result, created }
      },
    }
  }
}

/**
 * Replaces QUOTA_EXCEEDED by UPLOAD_LINK_FULL, because guests must not see that the storage of the owner is full. Rethrows all other
 * errors.
 */
export function hideQuotaError(error: unknown): never {
  if (error instanceof AppError && error.code === 'quota_exceeded') throw errors.UPLOAD_LINK_FULL({ of: 'link' })
  throw error
}
