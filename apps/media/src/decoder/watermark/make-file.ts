import { Unreadable } from '../formats/pixels.ts'
import type { LogoJob, MarkJob, ScaleJob } from '../../shared/messages.ts'
import type { Helpers } from '../process-file.ts'
import { scaleFile } from '../variants/scale-file.ts'
import { markPicture } from './mark-picture.ts'
import { normaliseLogo } from './normalise-logo.ts'

/** What the watermark and downloads need of a decoding process: each kind of job makes one file in its folder. */
export async function makeFile(
  job: LogoJob | MarkJob | ScaleJob,
  helpers: Helpers,
): Promise<{ width: number; height: number }> {
  if (job.kind === 'logo') return normaliseLogo(job)
  if (job.kind === 'scale') return scaleFile(job)
  if (job.kind === 'mark') return markPicture(job, helpers)
  throw new Unreadable('The photo could not be processed.', 'an unknown kind of job')
}
