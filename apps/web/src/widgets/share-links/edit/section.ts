import type { http } from '@daymark/contracts'
import type { ShareDraft } from '../../../domain/shares/share-choice.ts'

/** The props of each section of the dialog. */
export type SectionProps = {
  draft: ShareDraft
  set: (change: Partial<ShareDraft>) => void
  /** Undefined for a new link. */
  share: http.Share | undefined
  albumTitle: string
  /** The link starts from a preset that requires a password. */
  asksPassword: boolean
}
