import { act, type Actor, errors, type Input, library, libraryAudited, UPLOADS } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, idOr, Plans } from '@daymark/platform'
import { Not } from 'typeorm'
import { Account } from '../accounts/account.entity.ts'
import { changeLibrary } from '../accounts/change-library.ts'
import { findAlbum } from '../albums/find-album.ts'
import { announcing } from '../uploads/beginnings.ts'
import { becomePhotos } from './become-photo.ts'
import { Decisions } from './decisions.ts'
import { decide, dropFiles } from './drop-received.ts'
import { locatedVariant } from './located-variant.ts'
import { tellReceived } from './received-events.ts'
import { ReceivedFile } from './received-file.entity.ts'
import { roomFor } from './received-room.ts'
import { readOne, readReceived } from './received-rows.ts'

/** They are photos of the album with the commit that decides it. */
@Handles(library.acceptReceived)
export class AcceptReceived implements Handler<typeof library.acceptReceived> {
  constructor(private readonly decisions: Decisions) {}

  async handle(asked: Input<typeof library.acceptReceived>, { userId }: Actor) {
    const { decided: accepted, left } = await this.decisions.on(asked, userId, async (own, album, files) => {
      own.account.filesDropped(files)
      await becomePhotos(own, album, files)
      await decide(
        own,
        files.map(({ id }) => id),
        'added',
      )
    })
    return { accepted, left }
  }
}

/** Asked before a body is read, as of uploads. A guest hears only that there is no room, not of whom. */
@Handles(library.authorizeReceived)
export class AuthorizeReceived implements Handler<typeof library.authorizeReceived> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle(asked: Input<typeof library.authorizeReceived>, { userId }: Actor) {
    const { bytes, idempotencyKey, linkId, guestId, reservation } = asked
    const plan = await this.plans.of(userId)
    const encrypted = plan.features.includes('encryption_at_rest')
    const now = this.clock.now()
    const announced = { ownerId: userId, reservation, guest: { linkId, guestId }, now }
    return announcing(this.db, announced, async (db, others) => {
      const known = idempotencyKey ? await db.em.findOneBy(ReceivedFile, { guestId, idempotencyKey }) : null
      if (known) return { room: 0, existing: await readOne(this.db, known.id), encrypted }
      const left = await roomFor(db, { ...asked, now }, others)
      const account = await db.em.findOneBy(Account, { userId })
      const room = Math.max(0, Math.min(plan.storageLimit - (account?.used ?? 0) - others.bytes, left.bytes))
      if (room === 0 || bytes > room) throw errors.UPLOAD_LINK_FULL({ of: 'link' })
      return { room, existing: null, encrypted }
    })
  }
}

type Counted = { linkId: string; photos: number; bytes: number; waiting: number }
const COUNT = `
  SELECT link_id AS "linkId", (count(*) FILTER (WHERE state <> 'withdrawn'))::int AS photos,
    coalesce(sum(size) FILTER (WHERE state IN ('waiting', 'added')), 0)::float8 AS bytes,
    (count(*) FILTER (WHERE state = 'waiting'))::int AS waiting
  FROM guest_uploads WHERE owner_id = $1 AND link_id = ANY ($2::uuid[]) GROUP BY link_id`

@Handles(library.countReceived)
export class CountReceived implements Handler<typeof library.countReceived> {
  constructor(private readonly db: Database) {}

  async handle({ linkIds }: Input<typeof library.countReceived>, { userId }: Actor) {
    return { links: await this.db.sql<Counted>(COUNT, [userId, linkIds]) }
  }
}

type Guest = { id: string; linkId: string; name: string; waiting: number; last: string }
const GUESTS = `
  SELECT guest_id AS id, link_id AS "linkId", guest_name AS name, count(*)::int AS waiting, max(id::text) AS last
  FROM guest_uploads
  WHERE owner_id = $1 AND album_id = $2 AND state = 'waiting'
  GROUP BY guest_id, link_id, guest_name ORDER BY min(created_at), guest_id`
const PAGE = `
  r.owner_id = $1 AND r.album_id = $2 AND r.state = 'waiting' AND r.guest_id = ANY ($3::uuid[])
  ORDER BY array_position($3::uuid[], r.guest_id), r.created_at, r.id LIMIT $4 OFFSET $5`

@Handles(library.listReceived)
export class ListReceived implements Handler<typeof library.listReceived> {
  constructor(private readonly db: Database) {}

  async handle({ albumId, guestId, limit, offset }: Input<typeof library.listReceived>, { userId }: Actor) {
    const album = await findAlbum(this.db.em, albumId, userId)
    const guests = await this.db.sql<Guest>(GUESTS, [userId, album.id])
    const meant = guestId === undefined ? guests : guests.filter(({ id }) => id === guestId)
    const { ids, before } = within(meant, offset, limit)
    const shown = new Set(ids)
    const files = await readReceived(this.db, PAGE, [userId, album.id, ids, limit, offset - before])
    return {
      guests: guests.filter(({ id }) => shown.has(id)).map(({ last: _, ...guest }) => guest),
      files,
      total: meant.reduce((sum, { waiting }) => sum + waiting, 0),
      last:
        guests
          .map(({ last }) => last)
          .toSorted()
          .at(-1) ?? null,
    }
  }
}

/** Whose photos a page shows, in the order in which each guest began, and how many come before theirs. */
function within(guests: Guest[], offset: number, limit: number): { ids: string[]; before: number } {
  const ids: string[] = []
  let [before, at] = [0, 0]
  for (const { id, waiting } of guests) {
    if (at + waiting <= offset) before = at + waiting
    else if (at < offset + limit) ids.push(id)
    at += waiting
  }
  return { ids, before }
}

const SENT = `r.owner_id = $1 AND r.link_id = $2 AND r.guest_id = $3 AND r.state <> 'withdrawn'
  ORDER BY r.created_at DESC, r.id DESC LIMIT ${UPLOADS.mostOfGuest}`

/** One guest's own, and nobody else's. */
@Handles(library.listSent)
export class ListSent implements Handler<typeof library.listSent> {
  constructor(private readonly db: Database) {}

  async handle({ linkId, guestId }: Input<typeof library.listSent>, { userId }: Actor) {
    return { files: await readReceived(this.db, SENT, [userId, linkId, guestId]) }
  }
}

/** For the owner alone, while it waits; after that it is the photo's. */
@Handles(library.locateReceived)
export class LocateReceived implements Handler<typeof library.locateReceived> {
  constructor(private readonly db: Database) {}

  async handle({ id: asked, size }: Input<typeof library.locateReceived>, { userId: ownerId }: Actor) {
    const id = idOr(errors.RECEIVED_NOT_FOUND, asked)
    return locatedVariant(await this.db.em.findOneBy(ReceivedFile, { id, ownerId, state: 'waiting' }), size)
  }
}

@Handles(library.refuseReceived)
export class RefuseReceived implements Handler<typeof library.refuseReceived> {
  constructor(private readonly decisions: Decisions) {}

  async handle(asked: Input<typeof library.refuseReceived>, actor: Actor) {
    const { decided: refused, left } = await this.decisions.on(asked, actor.userId, async (own, album, files) => {
      dropFiles(own, files)
      await decide(
        own,
        files.map(({ id }) => id),
        'declined',
      )
      const target = { kind: 'album', id: album.id, name: album.title }
      own.tx.emit(libraryAudited, ...act(actor, 'received.declined', target, { count: files.length }))
    })
    return { refused, left }
  }
}

/** Until its owner decided, what she sent is hers to take back. */
@Handles(library.withdraw)
export class WithdrawFile implements Handler<typeof library.withdraw> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, linkId, guestId }: Input<typeof library.withdraw>, { userId: ownerId }: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, ownerId, this.clock.now(), async own => {
        const hers = {
          id: idOr(errors.RECEIVED_NOT_FOUND, id),
          ownerId,
          linkId,
          guestId,
          state: Not<'withdrawn'>('withdrawn'),
        }
        const file = await tx.em.findOneBy(ReceivedFile, hers)
        if (!file) throw errors.RECEIVED_NOT_FOUND()
        if (file.state !== 'waiting')
          throw errors.CONFLICT({
            reason: 'The photo was already reviewed. Please contact the person who sent you this link.',
          })
        dropFiles(own, [file])
        await decide(own, [file.id], 'withdrawn')
        tellReceived(own, file.albumId)
        return { success: true as const }
      }),
    )
  }
}
