import {
  type Actor,
  albumUpdated,
  sortByCaptureTime,
  type ClockCorrections,
  errors,
  type Input,
  library,
  MAX_CAMERAS,
  UNKNOWN_CAMERA,
} from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { type LockedLibrary, Libraries } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { findAlbum } from '../albums/read-albums.ts'
import { mergeHeadings, joinSections, splitIntoSections } from '../sections/album-order.ts'
import { headingIdsOf, idsOf, OrderDeadline, saveOrder } from '../sections/save-order.ts'
import { type PositionedPhoto, readCaptureTimes, viewCaptureOrder } from './capture-order.ts'

type CaptureOrderInput = Input<typeof library.setCaptureOrder>

@RpcHandlers()
export class CaptureOrderHandlers {
  constructor(
    private readonly db: Database,
    private readonly libraries: Libraries,
    private readonly deadline: OrderDeadline,
  ) {}

  @Handles(library.getCaptureOrder)
  async getCaptureOrder({ id }: Input<typeof library.getCaptureOrder>, { userId }: Actor) {
    const album = await findAlbum(this.db.em, id, userId)
    return {
      ...viewCaptureOrder(await readCaptureTimes(this.db, album.id), album.captureOrder),
      version: album.version,
    }
  }

  /** rule 138: saves the clock corrections of an album and, if requested, sorts its photos by capture time, in one transaction. */
  @Handles(library.setCaptureOrder)
  async setCaptureOrder(input: CaptureOrderInput, { userId }: Actor) {
    return this.deadline.enforce(input.id, this.saveCaptureOrder(input, userId))
  }

  private saveCaptureOrder(input: CaptureOrderInput, userId: string) {
    return this.libraries.change(userId, async (lockedLibrary, tx) => {
      const album = await findAlbum(tx.em, input.id, userId)
      const photos = await readCaptureTimes(tx, album.id)
      await saveClockCorrections(lockedLibrary, album, input)
      if (input.order) await orderByCapture(lockedLibrary, album, photos, album.captureOrder?.clocks ?? {})
      return { ...viewCaptureOrder(photos, album.captureOrder), version: album.version }
    })
  }
}

async function saveClockCorrections(
  lockedLibrary: LockedLibrary,
  album: Album,
  { clocks, keep }: CaptureOrderInput,
): Promise<void> {
  const savedOrder = album.captureOrder
  const correctionsMs = {
    ...savedOrder?.clocks,
    ...Object.fromEntries(clocks.map(clock => [clock.cameraId, clock.correctionMs])),
  }
  if (!Object.keys(correctionsMs).every(isCameraId))
    throw errors.INVALID_INPUT({ reason: 'cameras: One of the cameras does not exist in this album.' })
  const nonZeroCorrections = Object.entries(correctionsMs).filter(([, correctionMs]) => correctionMs !== 0)
  if (nonZeroCorrections.length > MAX_CAMERAS)
    throw errors.INVALID_INPUT({ reason: `At most ${MAX_CAMERAS} cameras of an album can be corrected.` })
  const newOrder = { keep: keep ?? savedOrder?.keep ?? false, clocks: Object.fromEntries(nonZeroCorrections.sort()) }
  if (JSON.stringify(newOrder) === JSON.stringify(savedOrder)) return
  album.setCaptureOrder(newOrder, lockedLibrary.now)
  lockedLibrary.tx.emit(albumUpdated, album.id, album.toState())
  await lockedLibrary.tx.em.update(Album, album.id, album)
}
const isCameraId = (id: string): boolean => id === UNKNOWN_CAMERA || /^[0-9a-f]{16}$/.test(id)

/** Sorts the photos of each section by capture time. Writes and publishes only photos whose position changed. */
async function orderByCapture(
  lockedLibrary: LockedLibrary,
  album: Album,
  photos: PositionedPhoto[],
  clocks: ClockCorrections,
): Promise<void> {
  const before = mergeHeadings(photos, album.sections)
  const sections = splitIntoSections(idsOf(before), headingIdsOf(album))
  const photosById = new Map(photos.map(photo => [photo.id, photo]))
  const sortedSections = sortByCaptureTime(
    sections.map(section => section.photos.flatMap(id => photosById.get(id) ?? [])),
    clocks,
  )
  const after = joinSections(sections.map((section, index) => ({ ...section, photos: sortedSections[index] ?? [] })))
  if (after.every((id, index) => id === before[index]?.id)) return
  await saveOrder(lockedLibrary, album, { before, order: after, moved: after })
}
