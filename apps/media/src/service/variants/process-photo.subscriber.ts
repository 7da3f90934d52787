import { type Capture, type EventOf, type http, imageKindOf, photoProcessed, photoUploaded } from '@daymark/contracts'
import { type Commit, Logger, On, type Subscriber } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { DecodedPhoto } from '../../shared/messages.ts'
import { variantKeys } from '../files/object-keys.ts'
import { type RenderedPhoto, Renderer } from './renderer.ts'
import { Renditions } from './renditions.ts'

const CAMERA_ID_LENGTH = 16
const SERIAL_END_LENGTH = 4

/**
 * Returns the capture time and camera for the library (rule 136). The full serial number never leaves this service: the library gets a
 * digest of make, model and serial number, and the last characters of the serial number.
 */
function toCapture({ capture: { serial, ...time }, exif }: Pick<DecodedPhoto, 'capture' | 'exif'>): Capture {
  const { make = '', model = '' } = exif
  const cameraBody = [make, model, ...(serial === undefined ? [] : [serial])].join('\n')
  if (cameraBody === '\n') return time
  const camera = createHash('sha256').update(cameraBody).digest('hex').slice(0, CAMERA_ID_LENGTH)
  return { ...time, camera, ...(serial !== undefined && { serialEnd: serial.slice(-SERIAL_END_LENGTH) }) }
}

const SQUARE_TOLERANCE = 0.01

/** L-ENT-06: returns the orientation of a photo. It is square if its sides differ by at most 1 % (rule 17). */
export function orientationOf(width: number, height: number): http.Orientation {
  if (Math.abs(width - height) <= Math.max(width, height) * SQUARE_TOLERANCE) return 'square'
  return width > height ? 'landscape' : 'portrait'
}

type UploadedPhoto = EventOf<typeof photoUploaded>['data']

/**
 * Renders the variants of a new photo. Handles more photos at the same time than there are cores, because some wait for the store or the
 * database.
 */
@On(photoUploaded, { asJob: true, concurrency: availableParallelism() * 2 + 1 })
export class ProcessPhoto implements Subscriber<typeof photoUploaded> {
  constructor(
    private readonly renditions: Renditions,
    private readonly renderer: Renderer,
    private readonly storage: Storage,
    private readonly log: Logger,
  ) {}

  async on({ data }: EventOf<typeof photoUploaded>, commit: Commit) {
    const { status, objectKey } = await this.renditions.startProcessing(data)
    if (status === 'ready') return
    if (status === 'removed') return this.storage.remove(variantKeys(data.photoId))
    const result = await this.renderer.render({ ...data, objectKey })
    if (result.kind === 'rendered') return this.publishProcessed(data, result, commit)
    const { cause, detail } = result
    // the owner sees `reason`; `detail`, the message of the decoder, is only logged
    this.log.warn({ event: 'media.photo-unreadable', photoId: data.photoId, cause, detail })
    await this.storage.remove(variantKeys(data.photoId))
    await commit(tx => this.renditions.markFailed(tx, data, result.reason))
  }

  async onDeadLetter({ data }: EventOf<typeof photoUploaded>) {
    await this.storage.remove(variantKeys(data.photoId))
    await this.renditions.markFailedAfterRetries(data, 'The photo could not be processed. The original is stored.')
  }

  private async publishProcessed(
    { photoId, ownerId, extension }: UploadedPhoto,
    rendered: RenderedPhoto,
    commit: Commit,
  ): Promise<void> {
    const { width, height, exif, takenAt, creationTool, colorProfile, placeholder, damage } = rendered.photo
    const { variants, visitor } = rendered
    if (damage) this.log.info({ event: 'media.photo-damaged', photoId, detail: damage })
    await commit(async tx => {
      await this.renditions.markReady(tx, photoId, { width, height, variants })
      tx.emit(photoProcessed, photoId, {
        photoId,
        ownerId,
        ...imageKindOf(rendered.type, extension),
        width,
        height,
        orientation: orientationOf(width, height),
        exif,
        takenAt,
        capture: toCapture(rendered.photo),
        creationTool,
        colorProfile,
        placeholder,
        variants,
        ...(visitor && { visitor }),
        damaged: damage ? 'The file is damaged. Parts of the photo may be missing.' : null,
      })
    })
  }
}
