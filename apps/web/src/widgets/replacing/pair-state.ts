import type { UploadItem } from '../uploader/queue/upload-item.ts'
import type { Pair } from './match-files.ts'
import { whatBecameOf } from './replacing-queue.ts'

export type PairState = { text: string; tone: 'plain' | 'good' | 'danger'; percent?: number; itemId?: string }

/** The progress of a replacement file, up to the moment its photo shows it. */
export function pairState({ photo, file }: Pair, items: readonly UploadItem[]): PairState {
  const item = items.find(one => one.file === file)
  if (item && item.state !== 'complete') return stateOfItem(item)
  const became = whatBecameOf(file)
  if (became === 'unchanged') return { text: 'Same file: nothing to replace', tone: 'plain' }
  const { status, error } = photo.replacement ?? {}
  if (became === null) return { text: 'Removed from the list', tone: 'plain' }
  if (status === 'failed') return { text: error ?? 'This file could not be used', tone: 'danger' }
  if (status === 'done') return { text: 'Replaced', tone: 'good' }
  return { text: 'Being prepared…', tone: 'plain' }
}

function stateOfItem({ id, state, percent, error }: UploadItem): PairState {
  if (state === 'error') {
    const text = error?.reason ?? error?.text ?? 'Upload failed'
    return { text, tone: 'danger', itemId: id }
  }
  if (state === 'uploading') return { text: percent < 100 ? `${percent}%` : 'Finishing…', tone: 'plain', percent }
  return { text: 'Waiting', tone: 'plain' }
}
