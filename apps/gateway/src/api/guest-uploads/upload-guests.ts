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
import type { Destination } from '../../uploads/destinations.ts'
import { GUESTS } from '../../uploads/resumable-uploads.ts'
import { NamedVisitors } from '../../visitors/named-visitors.ts'

type Open = Output<typeof sharing.openUploadLink>
/** A guest who said her name; `owner`: in whose library it happens what she does, and in whose name it is asked for. */
export type Guest = { link: Open; id: string; name: string; owner: Actor }
/** What a guest may do is only ever something of her own. */
export const ofGuest = ({ link: { linkId }, id: guestId }: Guest) => ({ linkId, guestId })

/** Guests of upload links, whom the cookie of a link knows as it knows visitors of galleries. */
@Injectable()
export class UploadGuests {
  constructor(
    private readonly rpc: RpcClient,
    private readonly visitors: NamedVisitors,
  ) {}

  async open(address: string, request: Request): Promise<Open> {
    return this.rpc.call(sharing.openUploadLink, await this.visitors.proof(address, request), anonymous)
  }

  /** GUEST_UNKNOWN. */
  async named(address: string, request: Request): Promise<Guest> {
    const link = await this.open(address, request)
    if (!link.guest) throw errors.GUEST_UNKNOWN()
    return { link, ...link.guest, owner: { userId: link.ownerId, role: 'user' } }
  }

  /** Where her files go. The link is asked again when one is stored: it may have been closed meanwhile, or be another's. */
  destination(guest: Guest, again: () => Promise<Guest>): Destination<ReceivedFile> {
    const { albumId, limits, ownerId } = guest.link
    return {
      holder: guest.id,
      isGuest: true,
      // of all links of one owner together
      held: { among: `${ownerId}${GUESTS}`, prefix: `${guest.id} ` },
      authorize: asked =>
        this.rpc.call(library.authorizeReceived, { ...asked, ...ofGuest(guest), albumId, limits }, guest.owner),
      release: partialKeys => this.rpc.call(library.releaseReservations, { partialKeys }, guest.owner),
      register: async stored => {
        const now = await again()
        const { approve, sectionId, limits: today } = now.link
        const { title: _, caption: __, albumId: ___, ...file } = stored
        const received = { ...file, ...ofGuest(now), guestName: now.name, albumId, sectionId, approve, limits: today }
        const { file: taken, created } = await this.rpc.call(library.registerReceived, received, now.owner)
        return { taken, created }
      },
    }
  }
}

/** Whose storage is full is not for guests to know. */
export function forGuests(error: unknown): never {
  if (error instanceof AppError && error.code === 'quota_exceeded') throw errors.UPLOAD_LINK_FULL({ of: 'link' })
  throw error
}
