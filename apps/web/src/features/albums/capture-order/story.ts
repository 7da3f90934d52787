import {
  captureOrder,
  type CapturedPhoto,
  instantOf,
  UNKNOWN_CAMERA,
  usualOffsets,
  type http,
} from '@daymark/contracts'
import type { Photo } from '../../../domain/photos/photo.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/whole-album.ts'
import { partsOf } from '../../../domain/albums/album-parts.ts'
import { type Clock, clockOf, correctionOf } from './clock.ts'

export type ClockByCamera = Readonly<Record<string, Clock>>
/** Bodies are told apart by letters: two of them may be of one model. */
export type Camera = http.AlbumCamera & { letter: string; label: string }

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const camerasOf = ({ cameras }: http.AlbumCaptureOrder): Camera[] =>
  cameras.map((camera, at) => {
    const letter = LETTERS[at] ?? String(at + 1)
    return { ...camera, letter, label: `${letter}: ${camera.name ?? 'Unknown camera'}` }
  })
export const cameraIdOf = ({ capture }: Photo): string => capture?.camera_id ?? UNKNOWN_CAMERA

const captured = (photo: Photo): CapturedPhoto => {
  const { time, offset, gps_offset: gpsOffset, camera_id: camera } = photo.capture ?? {}
  const capture = { time, camera, ...(offset && { offset }), ...(gpsOffset && { gpsOffset }) }
  return { id: photo.id, name: photo.original_filename, capture }
}
const correctionsOf = (clocks: ClockByCamera) =>
  Object.fromEntries(Object.entries(clocks).map(([id, clock]) => [id, correctionOf(clock)]))

/** A photo and the moment at which it was taken, if anybody knows, in ms and by the clock of the place. */
export type Told = { photo: Photo; local: number | null }
export type Story = { told: Told[]; moved: number }

/** The album as it will stand: the same rule by which the server orders it. */
export function storyOf(album: AlbumWithPhotos, clocks: ClockByCamera): Story {
  const parts = partsOf(album).map(part => part.photos)
  const photos = parts.flat()
  const all = photos.map(captured)
  const corrections = correctionsOf(clocks)
  const usual = usualOffsets(all)
  const zone = instantOf({ capture: { time: '1970-01-01T00:00:00', offset: usual.all } }, usual, {})?.ms ?? 0
  const byId = new Map(all.map((photo, at) => [photo.id, { photo: photos[at] as Photo, captured: photo }]))
  const order = captureOrder(
    parts.map(part => part.map(captured)),
    corrections,
  ).flat()
  const told = order.flatMap(id => {
    const known = byId.get(id)
    const at = known && instantOf(known.captured, usual, corrections)
    return known ? [{ photo: known.photo, local: at ? at.ms - zone : null }] : []
  })
  return { told, moved: order.filter((id, at) => id !== photos[at]?.id).length }
}

/** By how much the clock of `other` differs, if these two show the same moment. */
export function sameMoment(
  album: AlbumWithPhotos,
  clocks: ClockByCamera,
  { right, other }: { right: Photo; other: Photo },
): Clock {
  const usual = usualOffsets(album.images.map(captured))
  const moment = instantOf(captured(right), usual, correctionsOf(clocks))?.ms ?? 0
  const shown = instantOf(captured(other), usual, {})?.ms ?? 0
  return clockOf(moment - shown)
}

/** What one camera took, as it went on. */
export function takenBy(album: AlbumWithPhotos, cameraId: string): Photo[] {
  const mine = album.images.filter(photo => photo.capture && cameraIdOf(photo) === cameraId)
  const byId = new Map(mine.map(photo => [photo.id, photo]))
  return captureOrder([mine.map(captured)], {})
    .flat()
    .flatMap(id => byId.get(id) ?? [])
}
