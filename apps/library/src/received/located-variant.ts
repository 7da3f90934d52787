import { downloadName, errors, type Located, type VariantSize } from '@daymark/contracts'
import type { ReceivedFile } from './received-file.entity.ts'

type Shown = Pick<ReceivedFile, 'id' | 'originalFilename' | 'variants'>

/** RECEIVED_NOT_FOUND where there is nothing to show. */
export function locatedVariant(file: Shown | null | undefined, size: VariantSize): Located {
  const found = file?.variants?.[size]
  if (!file || !found) throw errors.RECEIVED_NOT_FOUND()
  return {
    photoId: file.id,
    key: found.key,
    size: found.size,
    sha256: found.sha256,
    mimeType: 'image/jpeg',
    downloadName: downloadName(file.originalFilename, 'image/jpeg'),
  }
}
