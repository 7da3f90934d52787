import {
  captureOrder,
  type CapturedPhoto,
  instantOf,
  UNKNOWN_CAMERA,
  usualOffsets,
  type http,
} from '@daymark/contracts'
import type { Photo } from '../../../domain/photos/photo.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { splitIntoParts } from '../../../domain/albums/album-parts.ts'
import { type Clock, clockOf, correctionOf } from './clock.ts'

export type ClockByCamera = Readonly<Record<string, Clock>>
/** Cameras are distinguished by letters, because two may be of the same model. */
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

/** A photo with its capture time in ms of local time, null if unknown. */
export type TimelinePhoto = { photo: Photo; local: number | null }
export type Timeline = { order: TimelinePhoto[]; moved: number }

/** The preview of the new order, calculated by the same rule as on the server. */
export function timelineOf(album: AlbumWithPhotos, clocks: ClockByCamera): Timeline {
  const parts = splitIntoParts(album).map(part => part.photos)
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
  const ordered = order.flatMap(id => {
    const known = byId.get(id)
    const at = known && instantOf(known.captured, usual, corrections)
    return known ? [{ photo: known.photo, local: at ? at.ms - zone : null }] : []
  })
  return { order: ordered, moved: order.filter((id, at) => id !== photos[at]?.id).length }
}

/** The difference of the clock of `other`, given two photos of the same moment. */
export function clockDifference(
  album: AlbumWithPhotos,
  clocks: ClockByCamera,
  { right, other }: { right: Photo; other: Photo },
): Clock {
  const usual = usualOffsets(album.images.map(captured))
  const moment = instantOf(captured(right), usual, correctionsOf(clocks))?.ms ?? 0
  const shown = instantOf(captured(other), usual, {})?.ms ?? 0
  return clockOf(moment - shown)
}

/** The photos of one camera in capture order. */
export function photosOfCamera(album: AlbumWithPhotos, cameraId: string): Photo[] {
  const mine = album.images.filter(photo => photo.capture && cameraIdOf(photo) === cameraId)
  const byId = new Map(mine.map(photo => [photo.id, photo]))
  return captureOrder([mine.map(captured)], {})
    .flat()
    .flatMap(id => byId.get(id) ?? [])
}
