import {
  albumUpdated,
  captureOrder,
  type Clocks,
  errors,
  library,
  MAX_CAMERAS,
  type Actor,
  type Input,
  UNKNOWN_CAMERA,
} from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { findAlbum } from '../albums/find-album.ts'
import { merged, orderOf, partsOf } from '../sections/parts.ts'
import { headingsOf, idsOf, saveOrder } from '../sections/save-order.ts'
import { OrderDeadline } from '../sections/order-deadline.ts'
import { viewCaptureOrder } from './cameras-of.ts'
import { type Placed, readCaptured } from './read-captured.ts'

type Asked = Input<typeof library.setCaptureOrder>

/** rule 138: clocks are noted with the album, and its photos change places, in one commit. */
@Handles(library.setCaptureOrder)
export class SetCaptureOrder implements Handler<typeof library.setCaptureOrder> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly deadline: OrderDeadline,
  ) {}

  async handle(asked: Asked, { userId }: Actor) {
    return this.deadline.orGoesOn(asked.id, this.order(asked, userId))
  }

  private order(asked: Asked, userId: string) {
    return this.db.commit(tx =>
      changeLibrary(tx, userId, this.clock.now(), async own => {
        const album = await findAlbum(tx.em, asked.id, userId)
        const photos = await readCaptured(tx, album.id)
        await note(own, album, asked)
        if (asked.order) await order(own, album, photos, album.captureOrder?.clocks ?? {})
        return { ...viewCaptureOrder(photos, album.captureOrder), version: album.version }
      }),
    )
  }
}

async function note(own: Library, album: Album, { clocks, keep }: Asked): Promise<void> {
  const known = album.captureOrder
  const all = { ...known?.clocks, ...Object.fromEntries(clocks.map(clock => [clock.cameraId, clock.correctionMs])) }
  if (!Object.keys(all).every(isCamera)) throw errors.INVALID_INPUT({ reason: 'cameras names one that is none.' })
  const wrong = Object.entries(all).filter(([, correctionMs]) => correctionMs !== 0)
  if (wrong.length > MAX_CAMERAS)
    throw errors.INVALID_INPUT({ reason: `At most ${MAX_CAMERAS} cameras of an album can be corrected.` })
  const next = { keep: keep ?? known?.keep ?? false, clocks: Object.fromEntries(wrong.sort()) }
  if (JSON.stringify(next) === JSON.stringify(known)) return
  album.putClocksRight(next, own.now)
  own.tx.emit(albumUpdated, album.id, album.state())
  await own.tx.em.update(Album, album.id, album)
}
const isCamera = (id: string): boolean => id === UNKNOWN_CAMERA || /^[0-9a-f]{16}$/.test(id)

/** Each section by itself; only what stands elsewhere then is written and told. */
async function order(own: Library, album: Album, photos: Placed[], clocks: Clocks): Promise<void> {
  const before = merged(photos, album.sections)
  const parts = partsOf(idsOf(before), headingsOf(album))
  const known = new Map(photos.map(photo => [photo.id, photo]))
  const ordered = captureOrder(
    parts.map(part => part.photos.flatMap(id => known.get(id) ?? [])),
    clocks,
  )
  const after = orderOf(parts.map((part, at) => ({ ...part, photos: ordered[at] ?? [] })))
  if (after.every((id, at) => id === before[at]?.id)) return
  await saveOrder(own, album, { before, order: after, moved: after })
}
