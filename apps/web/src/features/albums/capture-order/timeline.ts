import {
  sortByCaptureTime,
  type CapturedPhoto,
  captureInstant,
  UNKNOWN_CAMERA,
  findUsualOffsets,
  type http,
} from '@daymark/contracts'
import type { Photo } from '../../../domain/photos/photo.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { splitIntoParts } from '../../../domain/albums/album-parts.ts'
import { type ClockError, toClockError, toCorrectionMs } from './clock.ts'

export type ClockErrorByCamera = Readonly<Record<string, ClockError>>
/** A camera with its letter on screen. Letters distinguish cameras of the same model. */
export type Camera = http.AlbumCamera & { letter: string; label: string }

const CAMERA_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const labelCameras = ({ cameras }: http.AlbumCaptureOrder): Camera[] =>
  cameras.map((camera, index) => {
    const letter = CAMERA_LETTERS[index] ?? String(index + 1)
    return { ...camera, letter, label: `${letter}: ${camera.name ?? 'Unknown camera'}` }
  })
export const cameraIdOf = ({ capture }: Photo): string => capture?.camera_id ?? UNKNOWN_CAMERA

const toCapturedPhoto = (photo: Photo): CapturedPhoto => {
  const { time, offset, gps_offset: gpsOffset, camera_id: camera } = photo.capture ?? {}
  const capture = { time, camera, ...(offset && { offset }), ...(gpsOffset && { gpsOffset }) }
  return { id: photo.id, name: photo.original_filename, capture }
}
const toCorrections = (clockErrors: ClockErrorByCamera) =>
  Object.fromEntries(Object.entries(clockErrors).map(([id, clockError]) => [id, toCorrectionMs(clockError)]))

/** A photo in the new order. `localMs`: the corrected capture time in milliseconds of local time; null if unknown. */
export type TimelinePhoto = { photo: Photo; localMs: number | null }
type Timeline = { photos: TimelinePhoto[]; movedCount: number }

/**
 * Returns the photos in the new order, and the number of photos whose position changes. The server sorts with the same
 * function.
 */
export function previewTimeline(album: AlbumWithPhotos, clockErrors: ClockErrorByCamera): Timeline {
  const sectionPhotos = splitIntoParts(album).map(part => part.photos)
  const photos = sectionPhotos.flat()
  const capturedPhotos = photos.map(toCapturedPhoto)
  const corrections = toCorrections(clockErrors)
  const offsets = findUsualOffsets(capturedPhotos)
  const zoneOffsetMs =
    captureInstant({ capture: { time: '1970-01-01T00:00:00', offset: offsets.all } }, offsets, {})?.ms ?? 0
  const photoById = new Map(photos.map(photo => [photo.id, photo]))
  const sortedIds = sortByCaptureTime(
    sectionPhotos.map(part => part.map(toCapturedPhoto)),
    corrections,
  ).flat()
  const timelinePhotos = sortedIds.flatMap(id => {
    const photo = photoById.get(id)
    if (!photo) return []
    const instant = captureInstant(toCapturedPhoto(photo), offsets, corrections)
    return { photo, localMs: instant ? instant.ms - zoneOffsetMs : null }
  })
  return { photos: timelinePhotos, movedCount: sortedIds.filter((id, index) => id !== photos[index]?.id).length }
}

/** Returns the clock error of the camera of `incorrect`, given two photos of the same moment. */
export function calculateClockError(
  album: AlbumWithPhotos,
  clockErrors: ClockErrorByCamera,
  { reference, incorrect }: { reference: Photo; incorrect: Photo },
): ClockError {
  const usualOffsets = findUsualOffsets(album.images.map(toCapturedPhoto))
  const instantMs = captureInstant(toCapturedPhoto(reference), usualOffsets, toCorrections(clockErrors))?.ms ?? 0
  const cameraInstantMs = captureInstant(toCapturedPhoto(incorrect), usualOffsets, {})?.ms ?? 0
  return toClockError(instantMs - cameraInstantMs)
}

/** Returns the photos of one camera in capture order. */
export function photosOfCamera(album: AlbumWithPhotos, cameraId: string): Photo[] {
  const cameraPhotos = album.images.filter(photo => photo.capture && cameraIdOf(photo) === cameraId)
  const byId = new Map(cameraPhotos.map(photo => [photo.id, photo]))
  return sortByCaptureTime([cameraPhotos.map(toCapturedPhoto)], {})
    .flat()
    .flatMap(id => byId.get(id) ?? [])
}
